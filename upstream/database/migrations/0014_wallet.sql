CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "wallet_bank_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_bank_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_iban" text NOT NULL,
	"bank_reference" text NOT NULL,
	"part" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"booked_on" date NOT NULL,
	"remittance" text NOT NULL,
	"end_to_end_id" text,
	"party_name" text,
	"party_iban" text,
	"outcome" text NOT NULL,
	"order_label" text,
	"withdrawal_label" text,
	"entry_id" bigint,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_bank_transfers_once" UNIQUE("account_iban","bank_reference","part"),
	CONSTRAINT "wallet_bank_transfers_amount" CHECK ("wallet_bank_transfers"."amount" <> 0),
	CONSTRAINT "wallet_bank_transfers_outcome" CHECK ("wallet_bank_transfers"."outcome" in ('credited', 'unmatched', 'assigned', 'payout', 'return', 'reversal', 'other'))
);
--> statement-breakpoint
CREATE TABLE "wallet_order_items" (
	"order_label" text NOT NULL,
	"line" integer NOT NULL,
	"title" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	CONSTRAINT "wallet_order_items_order_label_line_pk" PRIMARY KEY("order_label","line"),
	CONSTRAINT "wallet_order_items_quantity" CHECK ("wallet_order_items"."quantity" > 0 and "wallet_order_items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_order_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_order_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_label" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "wallet_orders" (
	"label" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"amount_paid" bigint DEFAULT 0 NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"payment_method" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "wallet_orders_type" CHECK ("wallet_orders"."type" in ('deposit', 'plant_purchase', 'event_ticket')),
	CONSTRAINT "wallet_orders_status" CHECK ("wallet_orders"."status" in ('pending', 'awaiting_payment', 'partially_paid', 'paid', 'completed', 'expired', 'canceled', 'refunded')),
	CONSTRAINT "wallet_orders_amount" CHECK ("wallet_orders"."amount" > 0 and "wallet_orders"."amount_paid" >= 0),
	CONSTRAINT "wallet_orders_method" CHECK ("wallet_orders"."payment_method" in ('bank_transfer', 'balance', 'mixed'))
);
--> statement-breakpoint
CREATE TABLE "wallet_transactions" (
	"account_id" integer NOT NULL,
	"position" bigint NOT NULL,
	"label" text NOT NULL,
	"user_id" integer NOT NULL,
	"entry_id" bigint NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"balance_after" bigint NOT NULL,
	"note" text,
	"reference_kind" text,
	"reference_label" text,
	"booked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_transactions_account_id_position_pk" PRIMARY KEY("account_id","position"),
	CONSTRAINT "wallet_transactions_label_unique" UNIQUE("label"),
	CONSTRAINT "wallet_transactions_type" CHECK ("wallet_transactions"."type" in ('deposit', 'withdrawal', 'withdrawal_fee', 'withdrawal_refund', 'plant_purchase', 'harvest_payout', 'commission', 'commission_reversal', 'refund', 'bonus', 'adjustment', 'event_ticket')),
	CONSTRAINT "wallet_transactions_status" CHECK ("wallet_transactions"."status" in ('pending', 'completed', 'reversed', 'failed')),
	CONSTRAINT "wallet_transactions_reference" CHECK (("wallet_transactions"."reference_kind" is null) = ("wallet_transactions"."reference_label" is null))
);
--> statement-breakpoint
CREATE TABLE "wallet_withdraw_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_withdraw_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text DEFAULT 'sepa' NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"bank_name" text,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"usable_at" timestamp (3) with time zone NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "wallet_withdraw_accounts_type" CHECK ("wallet_withdraw_accounts"."type" = 'sepa'),
	CONSTRAINT "wallet_withdraw_accounts_iban" CHECK ("wallet_withdraw_accounts"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "wallet_withdraw_accounts_name" CHECK (char_length("wallet_withdraw_accounts"."name") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "wallet_payout_files" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"transfers" integer NOT NULL,
	"total" bigint NOT NULL,
	"xml" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_withdrawal_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"withdraw_account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_withdrawal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_withdrawal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_label" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"staff_id" integer
);
--> statement-breakpoint
CREATE TABLE "wallet_withdrawals" (
	"label" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"draft_id" uuid NOT NULL,
	"withdraw_account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"status" text NOT NULL,
	"transaction_label" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"estimated_on" date NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"approved_by" integer,
	"payout_file_id" text,
	"external_reference" text,
	"failure_reason" text,
	"cancel_token_hash" "bytea" NOT NULL,
	CONSTRAINT "wallet_withdrawals_draftId_unique" UNIQUE("draft_id"),
	CONSTRAINT "wallet_withdrawals_status" CHECK ("wallet_withdrawals"."status" in ('pending', 'approved', 'processing', 'completed', 'canceled', 'rejected', 'failed', 'returned')),
	CONSTRAINT "wallet_withdrawals_amount" CHECK ("wallet_withdrawals"."amount" > "wallet_withdrawals"."fee" and "wallet_withdrawals"."fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "wallet_bank_transfers" ADD CONSTRAINT "wallet_bank_transfers_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_transfers" ADD CONSTRAINT "wallet_bank_transfers_withdrawal_label_wallet_withdrawals_label_fk" FOREIGN KEY ("withdrawal_label") REFERENCES "public"."wallet_withdrawals"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_transfers" ADD CONSTRAINT "wallet_bank_transfers_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_order_items" ADD CONSTRAINT "wallet_order_items_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_order_steps" ADD CONSTRAINT "wallet_order_steps_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_orders" ADD CONSTRAINT "wallet_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_account_id_position_ledger_postings_account_id_position_fk" FOREIGN KEY ("account_id","position") REFERENCES "public"."ledger_postings"("account_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdraw_accounts" ADD CONSTRAINT "wallet_withdraw_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_payout_files" ADD CONSTRAINT "wallet_payout_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_drafts" ADD CONSTRAINT "wallet_withdrawal_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_drafts" ADD CONSTRAINT "wallet_withdrawal_drafts_withdraw_account_id_wallet_withdraw_accounts_id_fk" FOREIGN KEY ("withdraw_account_id") REFERENCES "public"."wallet_withdraw_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_steps" ADD CONSTRAINT "wallet_withdrawal_steps_withdrawal_label_wallet_withdrawals_label_fk" FOREIGN KEY ("withdrawal_label") REFERENCES "public"."wallet_withdrawals"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_steps" ADD CONSTRAINT "wallet_withdrawal_steps_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_withdraw_account_id_wallet_withdraw_accounts_id_fk" FOREIGN KEY ("withdraw_account_id") REFERENCES "public"."wallet_withdraw_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_payout_file_id_wallet_payout_files_id_fk" FOREIGN KEY ("payout_file_id") REFERENCES "public"."wallet_payout_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wallet_bank_transfers_unmatched" ON "wallet_bank_transfers" USING btree ("id") WHERE "wallet_bank_transfers"."outcome" = 'unmatched';--> statement-breakpoint
CREATE INDEX "wallet_order_steps_order" ON "wallet_order_steps" USING btree ("order_label","id");--> statement-breakpoint
CREATE INDEX "wallet_orders_of_member" ON "wallet_orders" USING btree ("user_id","created_at" DESC NULLS LAST,"label");--> statement-breakpoint
CREATE INDEX "wallet_orders_due" ON "wallet_orders" USING btree ("expires_at") WHERE "wallet_orders"."status" in ('pending', 'awaiting_payment', 'partially_paid');--> statement-breakpoint
CREATE INDEX "wallet_transactions_reference" ON "wallet_transactions" USING btree ("reference_label");--> statement-breakpoint
CREATE INDEX "wallet_transactions_entry" ON "wallet_transactions" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_withdraw_accounts_once" ON "wallet_withdraw_accounts" USING btree ("user_id","iban") WHERE "wallet_withdraw_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_withdraw_accounts_default" ON "wallet_withdraw_accounts" USING btree ("user_id") WHERE "wallet_withdraw_accounts"."is_default" and "wallet_withdraw_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "wallet_withdrawal_steps_withdrawal" ON "wallet_withdrawal_steps" USING btree ("withdrawal_label","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_withdrawals_cancel_token" ON "wallet_withdrawals" USING btree ("cancel_token_hash");--> statement-breakpoint
CREATE INDEX "wallet_withdrawals_of_member" ON "wallet_withdrawals" USING btree ("user_id","requested_at" DESC NULLS LAST,"label");--> statement-breakpoint
CREATE INDEX "wallet_withdrawals_open" ON "wallet_withdrawals" USING btree ("status","requested_at") WHERE "wallet_withdrawals"."status" in ('pending', 'approved', 'processing');--> statement-breakpoint
-- A transaction repeats its posting, so that a page reads one table.
CREATE FUNCTION wallet_check_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (
		SELECT 1 FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
		WHERE p.account_id = NEW.account_id AND p.position = NEW.position AND p.entry_id = NEW.entry_id
			AND p.amount = NEW.amount AND p.balance_after = NEW.balance_after AND p.currency = NEW.currency
			AND a.kind = 'member.available' AND a.user_id = NEW.user_id
	) THEN
		RAISE EXCEPTION 'transaction % differs from its posting', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_transactions_match BEFORE INSERT ON "wallet_transactions" FOR EACH ROW EXECUTE FUNCTION wallet_check_transaction();--> statement-breakpoint
CREATE FUNCTION wallet_keep_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - 'status' IS DISTINCT FROM to_jsonb(OLD) - 'status' THEN
		RAISE EXCEPTION 'of a transaction the status alone changes' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN
		('pending>completed', 'pending>failed', 'pending>reversed', 'completed>reversed') THEN
		RAISE EXCEPTION 'a % transaction does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_transactions_keep BEFORE UPDATE ON "wallet_transactions" FOR EACH ROW EXECUTE FUNCTION wallet_keep_transaction();--> statement-breakpoint
CREATE TRIGGER wallet_transactions_stay BEFORE DELETE OR TRUNCATE ON "wallet_transactions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION wallet_step_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.label, NEW.user_id, NEW.type, NEW.amount, NEW.currency, NEW.created_at)
		IS DISTINCT FROM (OLD.label, OLD.user_id, OLD.type, OLD.amount, OLD.currency, OLD.created_at)
		OR NEW.amount_paid < OLD.amount_paid THEN
		RAISE EXCEPTION 'an order keeps what was ordered, and what was paid' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN (
		'pending>awaiting_payment', 'pending>canceled', 'pending>expired', 'awaiting_payment>partially_paid',
		'awaiting_payment>paid', 'awaiting_payment>expired', 'awaiting_payment>canceled', 'partially_paid>paid',
		'partially_paid>expired', 'pending>paid', 'paid>completed', 'completed>refunded') THEN
		RAISE EXCEPTION 'a % order does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_orders_step BEFORE UPDATE ON "wallet_orders" FOR EACH ROW EXECUTE FUNCTION wallet_step_order();--> statement-breakpoint
CREATE TRIGGER wallet_orders_stay BEFORE DELETE OR TRUNCATE ON "wallet_orders" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_order_items_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_order_items" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_order_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_order_steps" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION wallet_step_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.label, NEW.user_id, NEW.draft_id, NEW.withdraw_account_id, NEW.amount, NEW.fee, NEW.currency, NEW.transaction_label, NEW.requested_at, NEW.cancel_token_hash)
		IS DISTINCT FROM (OLD.label, OLD.user_id, OLD.draft_id, OLD.withdraw_account_id, OLD.amount, OLD.fee, OLD.currency, OLD.transaction_label, OLD.requested_at, OLD.cancel_token_hash) THEN
		RAISE EXCEPTION 'a withdrawal keeps what was asked for' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN (
		'pending>approved', 'pending>canceled', 'pending>rejected', 'approved>processing', 'approved>rejected',
		'processing>completed', 'processing>failed', 'completed>returned') THEN
		RAISE EXCEPTION 'a % withdrawal does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_step BEFORE UPDATE ON "wallet_withdrawals" FOR EACH ROW EXECUTE FUNCTION wallet_step_withdrawal();--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_stay BEFORE DELETE OR TRUNCATE ON "wallet_withdrawals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_withdrawal_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_withdrawal_steps" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_payout_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_payout_files" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_bank_transfers_stay BEFORE DELETE OR TRUNCATE ON "wallet_bank_transfers" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
