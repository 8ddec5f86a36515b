CREATE TABLE "ledger_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"currency" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"postings" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","currency"),
	CONSTRAINT "ledger_accounts_owner" CHECK (("ledger_accounts"."kind" like 'member.%') = ("ledger_accounts"."user_id" is not null)),
	CONSTRAINT "ledger_accounts_currency" CHECK ("ledger_accounts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "ledger_accounts_not_overdrawn" CHECK ("ledger_accounts"."kind" not like 'member.%' or "ledger_accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"salt" "bytea" NOT NULL,
	"written_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "ledger_entries_key_unique" UNIQUE("key"),
	CONSTRAINT "ledger_entries_salt" CHECK (octet_length("ledger_entries"."salt") = 32),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" ~ '^[a-z][a-z_.]{1,39}$'),
	CONSTRAINT "ledger_entries_key" CHECK (char_length("ledger_entries"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "ledger_log_heads" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root_hash" "bytea" NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "ledger_log_heads_root" CHECK (octet_length("ledger_log_heads"."root_hash") = 32),
	CONSTRAINT "ledger_log_heads_size" CHECK ("ledger_log_heads"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_log_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"entry_id" bigint,
	CONSTRAINT "ledger_log_nodes_level_position_pk" PRIMARY KEY("level","position"),
	CONSTRAINT "ledger_log_nodes_entryId_unique" UNIQUE("entry_id"),
	CONSTRAINT "ledger_log_nodes_hash" CHECK (octet_length("ledger_log_nodes"."hash") = 32),
	CONSTRAINT "ledger_log_nodes_leaf" CHECK (("ledger_log_nodes"."level" = 0) = ("ledger_log_nodes"."entry_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"entry_id" bigint NOT NULL,
	"account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"balance_after" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_postings_account_id_position_pk" PRIMARY KEY("account_id","position"),
	CONSTRAINT "ledger_postings_amount" CHECK ("ledger_postings"."amount" <> 0 and abs("ledger_postings"."amount") <= 1000000000000000)
);
--> statement-breakpoint
CREATE TABLE "ledger_unlogged" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_log_nodes" ADD CONSTRAINT "ledger_log_nodes_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_unlogged" ADD CONSTRAINT "ledger_unlogged_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_postings_entry" ON "ledger_postings" USING btree ("entry_id");--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_postings" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_log_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_log_nodes" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_log_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_log_heads" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON "ledger_accounts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_unlogged_stay BEFORE UPDATE OR TRUNCATE ON "ledger_unlogged" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION ledger_open_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.balance <> 0 OR NEW.postings <> 0 THEN
		RAISE EXCEPTION 'an account begins empty' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_accounts_begin_empty BEFORE INSERT ON "ledger_accounts" FOR EACH ROW EXECUTE FUNCTION ledger_open_account();--> statement-breakpoint
-- A balance changes by a posting alone: inside of its trigger the depth is 2.
CREATE FUNCTION ledger_keep_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 OR NEW.postings <> OLD.postings + 1
		OR (NEW.id, NEW.kind, NEW.user_id, NEW.currency, NEW.created_at)
			IS DISTINCT FROM (OLD.id, OLD.kind, OLD.user_id, OLD.currency, OLD.created_at) THEN
		RAISE EXCEPTION 'an account changes by its postings alone' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_accounts_by_postings BEFORE UPDATE ON "ledger_accounts" FOR EACH ROW EXECUTE FUNCTION ledger_keep_account();--> statement-breakpoint
CREATE FUNCTION ledger_open_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	NEW.written_in := pg_current_xact_id();
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_written_in BEFORE INSERT ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION ledger_open_entry();--> statement-breakpoint
CREATE FUNCTION ledger_await_log() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO ledger_unlogged (entry_id) VALUES (NEW.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_await_log AFTER INSERT ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION ledger_await_log();--> statement-breakpoint
CREATE FUNCTION ledger_leave_queue() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM ledger_log_nodes WHERE entry_id = OLD.entry_id) THEN
		RAISE EXCEPTION 'entry % is not in the log', OLD.entry_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_unlogged_until_logged BEFORE DELETE ON "ledger_unlogged" FOR EACH ROW EXECUTE FUNCTION ledger_leave_queue();--> statement-breakpoint
CREATE FUNCTION ledger_book_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id AND written_in = pg_current_xact_id()) THEN
		RAISE EXCEPTION 'entry % is closed', NEW.entry_id USING ERRCODE = 'restrict_violation';
	END IF;
	UPDATE ledger_accounts SET balance = balance + NEW.amount, postings = postings + 1 WHERE id = NEW.account_id
		RETURNING balance, postings, currency INTO NEW.balance_after, NEW.position, NEW.currency;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_postings_book BEFORE INSERT ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION ledger_book_posting();--> statement-breakpoint
CREATE FUNCTION ledger_check_sum(entry bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = entry)
		OR EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = entry GROUP BY currency HAVING sum(amount) <> 0) THEN
		RAISE EXCEPTION 'the postings of entry % do not sum to 0', entry USING ERRCODE = 'check_violation';
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM ledger_check_sum(NEW.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION ledger_check_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM ledger_check_sum(NEW.entry_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_sum AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();--> statement-breakpoint
-- On the postings too: whoever makes the first check immediate, and adds to the entry after it, meets this one.
CREATE CONSTRAINT TRIGGER ledger_postings_sum AFTER INSERT ON "ledger_postings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_posting();
