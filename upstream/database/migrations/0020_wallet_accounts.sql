-- An account goes with its member alone, and only where no money went to it, which the references keep.
DROP TRIGGER wallet_withdraw_accounts_stay ON "wallet_withdraw_accounts";--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_stay BEFORE TRUNCATE ON "wallet_withdraw_accounts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION wallet_forget_withdraw_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL) THEN
		RAISE EXCEPTION 'an account for withdrawals goes with its member alone' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_forget BEFORE DELETE ON "wallet_withdraw_accounts" FOR EACH ROW EXECUTE FUNCTION wallet_forget_withdraw_account();
