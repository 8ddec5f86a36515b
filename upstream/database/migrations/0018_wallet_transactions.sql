CREATE TABLE "wallet_note_words" (
	"account_id" integer NOT NULL,
	"beginning" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "wallet_note_words_account_id_beginning_position_pk" PRIMARY KEY("account_id","beginning","position")
);
--> statement-breakpoint
DROP INDEX "wallet_transactions_reference";--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "type_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_note_words" ADD CONSTRAINT "wallet_note_words_account_id_position_wallet_transactions_account_id_position_fk" FOREIGN KEY ("account_id","position") REFERENCES "public"."wallet_transactions"("account_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_transactions_in_order" ON "wallet_transactions" USING btree ("account_id","type","status",("amount" > 0),"position");--> statement-breakpoint
CREATE INDEX "wallet_transactions_by_amount" ON "wallet_transactions" USING btree ("account_id","type","status",("amount" > 0),abs("amount"),"position");--> statement-breakpoint
CREATE INDEX "wallet_transactions_reference" ON "wallet_transactions" USING btree ("reference_label","account_id");--> statement-breakpoint
-- A transaction repeats its posting, so that a page reads one table; it follows the one before in time and in sum.
CREATE OR REPLACE FUNCTION wallet_check_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	before record;
BEGIN
	IF NOT EXISTS (
		SELECT 1 FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
		WHERE p.account_id = NEW.account_id AND p.position = NEW.position AND p.entry_id = NEW.entry_id
			AND p.amount = NEW.amount AND p.balance_after = NEW.balance_after AND p.currency = NEW.currency
			AND a.kind = 'member.available' AND a.user_id = NEW.user_id
	) THEN
		RAISE EXCEPTION 'transaction % differs from its posting', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	SELECT position, booked_at INTO before FROM wallet_transactions
		WHERE account_id = NEW.account_id ORDER BY position DESC LIMIT 1;
	IF before.position > NEW.position THEN
		RAISE EXCEPTION 'transaction % comes after a later one', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	NEW.booked_at := greatest(NEW.booked_at, before.booked_at);
	NEW.type_total := abs(NEW.amount) + coalesce((
		SELECT t.type_total FROM unnest(ARRAY['pending', 'completed', 'reversed', 'failed']) AS s(status)
		CROSS JOIN LATERAL (
			SELECT position, type_total FROM wallet_transactions
			WHERE account_id = NEW.account_id AND type = NEW.type AND status = s.status AND (amount > 0) = (NEW.amount > 0)
			ORDER BY position DESC LIMIT 1
		) AS t
		ORDER BY t.position DESC LIMIT 1
	), 0);
	RETURN NEW;
END
$$;
