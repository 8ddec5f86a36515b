CREATE TABLE "export_chunks" (
	"export_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "export_chunks_export_id_attempt_number_pk" PRIMARY KEY("export_id","attempt","number"),
	CONSTRAINT "export_chunks_size" CHECK (octet_length("export_chunks"."bytes") between 1 and 262144)
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"size" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "exports_state" CHECK ("exports"."state" in ('waiting', 'running', 'ready', 'failed', 'expired')),
	CONSTRAINT "exports_ready_is_whole" CHECK ("exports"."state" <> 'ready' or (coalesce("exports"."size", 0) > 0 and "exports"."made_at" is not null and "exports"."expires_at" is not null)),
	CONSTRAINT "exports_progress" CHECK ("exports"."rows_done" between 0 and "exports"."rows_total")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_user_id_requested_at" ON "exports" USING btree ("user_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("user_id") WHERE "exports"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "users_deletion_due_at_index" ON "users" USING btree ("deletion_due_at") WHERE "users"."deletion_due_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deletion_due" CHECK (("users"."deletion_due_at" is null) = ("users"."deletion_requested_at" is null) and "users"."deletion_due_at" > "users"."deletion_requested_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_is_anonymous" CHECK ("users"."deleted_at" is null or ("users"."email" = 'deleted-' || "users"."id" and "users"."deletion_due_at" is null
        and coalesce("users"."password_hash", "users"."google2fa_secret", "users"."eth_address", "users"."country", "users"."timezone") is null
        and "users"."birthdate" is null and "users"."email_verified_at" is null and "users"."tracking_consent_at" is null));--> statement-breakpoint
-- As before, save that a deletion takes the names away.
DROP TRIGGER users_identity_locked ON "users";--> statement-breakpoint
CREATE TRIGGER users_identity_locked BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (OLD.first_withdrawal_at IS NOT NULL AND NEW.deleted_at IS NULL
	AND (NEW.firstname, NEW.lastname, NEW.country, NEW.first_withdrawal_at)
	IS DISTINCT FROM (OLD.firstname, OLD.lastname, OLD.country, OLD.first_withdrawal_at))
EXECUTE FUNCTION refuse_change_of_identity();
--> statement-breakpoint
CREATE FUNCTION refuse_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a deleted account does not come back'
		USING ERRCODE = 'check_violation', CONSTRAINT = 'users_deleted_for_good', TABLE = 'users';
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_deleted_for_good BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
EXECUTE FUNCTION refuse_return();
