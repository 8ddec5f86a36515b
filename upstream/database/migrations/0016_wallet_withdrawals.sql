ALTER TABLE "wallet_withdrawals" ADD COLUMN "four_eyes_from" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_approved" CHECK ("wallet_withdrawals"."approved_by" <> "wallet_withdrawals"."user_id" and ("wallet_withdrawals"."approved_by" is not null or "wallet_withdrawals"."status" in ('pending', 'canceled', 'rejected')));--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_exported" CHECK (("wallet_withdrawals"."payout_file_id" is not null) = ("wallet_withdrawals"."status" in ('processing', 'completed', 'failed', 'returned')));--> statement-breakpoint
-- Four eyes: nobody exports their own money, or at the stored amount and above what they approved themselves.
CREATE OR REPLACE FUNCTION wallet_step_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	exporter integer;
BEGIN
	IF (NEW.label, NEW.user_id, NEW.draft_id, NEW.withdraw_account_id, NEW.amount, NEW.fee, NEW.currency, NEW.transaction_label, NEW.requested_at, NEW.cancel_token_hash, NEW.four_eyes_from)
		IS DISTINCT FROM (OLD.label, OLD.user_id, OLD.draft_id, OLD.withdraw_account_id, OLD.amount, OLD.fee, OLD.currency, OLD.transaction_label, OLD.requested_at, OLD.cancel_token_hash, OLD.four_eyes_from)
		OR OLD.approved_by IS NOT NULL AND NEW.approved_by IS DISTINCT FROM OLD.approved_by
		OR OLD.payout_file_id IS NOT NULL AND NEW.payout_file_id IS DISTINCT FROM OLD.payout_file_id THEN
		RAISE EXCEPTION 'a withdrawal keeps what was asked for, and who let it go' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN (
		'pending>approved', 'pending>canceled', 'pending>rejected', 'approved>processing', 'approved>rejected',
		'processing>completed', 'processing>failed', 'completed>returned') THEN
		RAISE EXCEPTION 'a % withdrawal does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	IF OLD.payout_file_id IS NULL AND NEW.payout_file_id IS NOT NULL THEN
		SELECT created_by INTO exporter FROM wallet_payout_files WHERE id = NEW.payout_file_id;
		IF exporter IS NULL OR exporter = NEW.user_id
			OR NEW.amount >= NEW.four_eyes_from AND exporter = NEW.approved_by THEN
			RAISE EXCEPTION 'withdrawal % needs somebody else to export it', NEW.label
				USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_withdrawals_four_eyes';
		END IF;
	END IF;
	RETURN NEW;
END
$$;
