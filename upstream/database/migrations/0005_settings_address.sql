CREATE TABLE "addresses" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"company" text,
	"street" text NOT NULL,
	"street_number" text NOT NULL,
	"address_line2" text,
	"postcode" text,
	"city" text NOT NULL,
	"region" text,
	"phone" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "addresses_lengths" CHECK (char_length("addresses"."company") between 1 and 120
        and char_length("addresses"."street") between 1 and 120
        and char_length("addresses"."street_number") between 1 and 20
        and char_length("addresses"."address_line2") between 1 and 120
        and char_length("addresses"."postcode") between 1 and 20
        and char_length("addresses"."city") between 1 and 100
        and char_length("addresses"."region") between 1 and 60),
	CONSTRAINT "addresses_phone" CHECK ("addresses"."phone" ~ '^\+[1-9][0-9]{1,14}$')
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "referrer_named_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_withdrawal_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referrer_named_in_time" CHECK ("users"."referrer_named_at" < "users"."created_at" + interval '14 days');--> statement-breakpoint
-- Nobody could fill in an address before there was a place for it.
UPDATE "users" SET "address_is_filled" = false WHERE "address_is_filled";--> statement-breakpoint
CREATE FUNCTION refuse_change_of_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'names and country are locked since the first withdrawal'
		USING ERRCODE = 'check_violation', CONSTRAINT = 'users_identity_locked', TABLE = 'users';
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_identity_locked BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (OLD.first_withdrawal_at IS NOT NULL
	AND (NEW.firstname, NEW.lastname, NEW.country, NEW.first_withdrawal_at)
	IS DISTINCT FROM (OLD.firstname, OLD.lastname, OLD.country, OLD.first_withdrawal_at))
EXECUTE FUNCTION refuse_change_of_identity();
--> statement-breakpoint
CREATE FUNCTION keep_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The foreign key takes back a referrer whose account is deleted.
	IF OLD.referrer_id IS NOT NULL
		AND (NEW.referrer_id IS NOT NULL OR EXISTS (SELECT FROM "users" WHERE id = OLD.referrer_id)) THEN
		RAISE EXCEPTION 'the referrer is fixed'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_referrer_fixed', TABLE = 'users';
	END IF;
	-- One after the other: each sees what the one before it wrote, so that two members cannot close a circle at once.
	PERFORM pg_advisory_xact_lock(hashtext('users.referrer_id'));
	IF EXISTS (
		WITH RECURSIVE upline(id) AS (
			SELECT NEW.referrer_id
			UNION
			SELECT users.referrer_id FROM "users" JOIN upline ON users.id = upline.id
		)
		SELECT FROM upline WHERE id = NEW.id
	) THEN
		RAISE EXCEPTION 'the referrer was brought in by this member'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_referrer_no_circle', TABLE = 'users';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_referrer_kept BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (NEW.referrer_id IS DISTINCT FROM OLD.referrer_id)
EXECUTE FUNCTION keep_referrer();
