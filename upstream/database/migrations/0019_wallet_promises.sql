ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_transactionLabel_unique" UNIQUE("transaction_label");--> statement-breakpoint
ALTER TABLE "wallet_orders" ADD CONSTRAINT "wallet_orders_paid" CHECK ("wallet_orders"."status" not in ('paid', 'completed', 'refunded') or "wallet_orders"."amount_paid" >= "wallet_orders"."amount");--> statement-breakpoint
-- The list that a member sees has every posting of their available money, at its place.
CREATE FUNCTION wallet_check_listed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM ledger_accounts WHERE id = NEW.account_id AND kind = 'member.available')
		AND NOT EXISTS (SELECT 1 FROM wallet_transactions WHERE account_id = NEW.account_id AND position = NEW.position) THEN
		RAISE EXCEPTION 'posting % of account % has no transaction', NEW.position, NEW.account_id USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_postings_listed AFTER INSERT ON "ledger_postings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_check_listed();--> statement-breakpoint
CREATE FUNCTION wallet_open_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.status NOT IN ('pending', 'awaiting_payment') OR NEW.amount_paid <> 0 THEN
		RAISE EXCEPTION 'an order begins unpaid' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_orders_begin BEFORE INSERT ON "wallet_orders" FOR EACH ROW EXECUTE FUNCTION wallet_open_order();--> statement-breakpoint
-- A withdrawal begins with its hold, and goes to an account of the member that is usable by then.
CREATE FUNCTION wallet_open_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.status <> 'pending' OR NEW.approved_by IS NOT NULL OR NEW.completed_at IS NOT NULL THEN
		RAISE EXCEPTION 'a withdrawal begins pending' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NOT EXISTS (
		SELECT 1 FROM wallet_transactions t
		JOIN ledger_postings p ON p.entry_id = t.entry_id
		JOIN ledger_accounts a ON a.id = p.account_id
		WHERE t.label = NEW.transaction_label AND t.type = 'withdrawal' AND t.user_id = NEW.user_id
			AND t.amount = -NEW.amount AND t.currency = NEW.currency
			AND a.kind = 'member.held' AND a.user_id = NEW.user_id AND p.amount = NEW.amount
	) THEN
		RAISE EXCEPTION 'withdrawal % differs from its hold', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	IF NOT EXISTS (
		SELECT 1 FROM wallet_withdraw_accounts
		WHERE id = NEW.withdraw_account_id AND user_id = NEW.user_id AND NOT is_disabled AND deleted_at IS NULL
			AND usable_at <= NEW.requested_at
	) THEN
		RAISE EXCEPTION 'withdrawal % goes to no usable account of the member', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_begin BEFORE INSERT ON "wallet_withdrawals" FOR EACH ROW EXECUTE FUNCTION wallet_open_withdrawal();--> statement-breakpoint
-- Where money goes is never changed: a new account waits its cool-down.
CREATE FUNCTION wallet_keep_withdraw_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.user_id, NEW.type, NEW.iban, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.type, OLD.iban, OLD.created_at)
		OR NEW.usable_at < OLD.usable_at OR OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN
		RAISE EXCEPTION 'an account for withdrawals keeps where it leads, and from when' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_keep BEFORE UPDATE ON "wallet_withdraw_accounts" FOR EACH ROW EXECUTE FUNCTION wallet_keep_withdraw_account();--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_stay BEFORE DELETE OR TRUNCATE ON "wallet_withdraw_accounts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- What the bank said stays as it is; what was made of it is decided once, but that the bank may take it back.
CREATE FUNCTION wallet_keep_bank_transfer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - ARRAY['outcome', 'order_label', 'withdrawal_label', 'entry_id']
		IS DISTINCT FROM to_jsonb(OLD) - ARRAY['outcome', 'order_label', 'withdrawal_label', 'entry_id'] THEN
		RAISE EXCEPTION 'a transfer stays what the bank said' USING ERRCODE = 'restrict_violation';
	END IF;
	IF OLD.outcome <> 'unmatched' AND (NEW.outcome NOT IN (OLD.outcome, 'reversal')
		OR (NEW.order_label, NEW.withdrawal_label, NEW.entry_id)
			IS DISTINCT FROM (OLD.order_label, OLD.withdrawal_label, OLD.entry_id)) THEN
		RAISE EXCEPTION 'transfer % is % already', OLD.id, OLD.outcome USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_bank_transfers_keep BEFORE UPDATE ON "wallet_bank_transfers" FOR EACH ROW EXECUTE FUNCTION wallet_keep_bank_transfer();
