CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"mails" integer DEFAULT 1 NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"revert_token_hash" text,
	"revert_expires_at" timestamp (3) with time zone,
	"reverted_at" timestamp (3) with time zone,
	"overtaken_at" timestamp (3) with time zone,
	CONSTRAINT "email_changes_revert_token_hash_unique" UNIQUE("revert_token_hash"),
	CONSTRAINT "email_changes_addresses" CHECK ("email_changes"."new_email" = lower("email_changes"."new_email") and char_length("email_changes"."new_email") <= 254 and "email_changes"."new_email" <> "email_changes"."old_email"),
	CONSTRAINT "email_changes_attempts" CHECK ("email_changes"."attempts" between 0 and 5 and "email_changes"."mails" between 1 and 5),
	CONSTRAINT "email_changes_one_end" CHECK ("email_changes"."confirmed_at" is null or "email_changes"."ended_at" is null),
	CONSTRAINT "email_changes_revert_week" CHECK (("email_changes"."revert_token_hash" is null) = ("email_changes"."revert_expires_at" is null) and ("email_changes"."revert_token_hash" is null
        or ("email_changes"."confirmed_at" is not null and "email_changes"."revert_expires_at" <= "email_changes"."confirmed_at" + interval '7 days'))),
	CONSTRAINT "email_changes_reverted_once" CHECK (("email_changes"."reverted_at" is null or "email_changes"."revert_token_hash" is not null) and ("email_changes"."reverted_at" is null or "email_changes"."overtaken_at" is null))
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_pending" ON "email_changes" USING btree ("user_id") WHERE "email_changes"."confirmed_at" is null and "email_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "email_changes_new_email" ON "email_changes" USING btree ("new_email","created_at");--> statement-breakpoint
CREATE INDEX "email_changes_old_email" ON "email_changes" USING btree ("old_email") WHERE "email_changes"."revert_token_hash" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_eth_address" CHECK ("users"."eth_address" ~ '^0x[0-9A-Fa-f]{40}$');--> statement-breakpoint
-- While a change of an e-mail address can be taken back, its old address is nobody else's. Checked after the row is there:
-- whoever waited for the address to become free then sees the change that freed it.
CREATE FUNCTION "refuse_kept_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "email_changes"
    WHERE "old_email" = NEW."email" AND "user_id" <> NEW."id" AND "revert_expires_at" > NEW."updated_at"
      AND "reverted_at" IS NULL AND "overtaken_at" IS NULL
  ) THEN
    RAISE EXCEPTION 'the address is kept for its former account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_reserved', TABLE = 'users';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_email_reserved" AFTER INSERT OR UPDATE OF "email" ON "users"
  FOR EACH ROW EXECUTE FUNCTION "refuse_kept_email"();
