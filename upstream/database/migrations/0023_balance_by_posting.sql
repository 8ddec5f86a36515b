-- The depth of triggers tells only that some trigger sets a balance, which may be anybody's; the posting tells which.
CREATE FUNCTION ledger_check_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (
		SELECT 1 FROM ledger_postings
		WHERE account_id = NEW.id AND position = NEW.postings AND balance_after = NEW.balance
	) THEN
		RAISE EXCEPTION 'no posting brought account % to its balance', NEW.id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_accounts_posted AFTER UPDATE ON "ledger_accounts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_account();
