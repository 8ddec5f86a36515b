CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"place" smallint,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"abilities" text[] NOT NULL,
	"allowed_ips" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"expiry_told_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "api_tokens_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_place" UNIQUE("user_id","place"),
	CONSTRAINT "api_tokens_ten" CHECK ("api_tokens"."place" between 1 and 10),
	CONSTRAINT "api_tokens_revoked" CHECK (("api_tokens"."revoked_at" is null) = ("api_tokens"."place" is not null) and ("api_tokens"."revoked_at" is null) = ("api_tokens"."revoked_reason" is null)),
	CONSTRAINT "api_tokens_name_length" CHECK (char_length("api_tokens"."name") between 1 and 60 and "api_tokens"."name" = btrim("api_tokens"."name")),
	CONSTRAINT "api_tokens_secret" CHECK ("api_tokens"."token_hash" ~ '^[0-9a-f]{64}$' and "api_tokens"."prefix" ~ '^alm_[0-9A-Za-z]{6}$'),
	CONSTRAINT "api_tokens_abilities" CHECK (cardinality("api_tokens"."abilities") > 0 and "api_tokens"."abilities" <@ array['profile:read', 'wallet:read', 'growing:read', 'affiliate:read', 'support:read', 'support:write', 'appointments:read', 'news:read']),
	CONSTRAINT "api_tokens_allowed_ips" CHECK (cardinality("api_tokens"."allowed_ips") <= 10),
	CONSTRAINT "api_tokens_lifetime" CHECK ("api_tokens"."expires_at" > "api_tokens"."created_at" and "api_tokens"."expires_at" <= "api_tokens"."created_at" + interval '8760 hours')
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_name" ON "api_tokens" USING btree ("user_id",lower("name")) WHERE "api_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_tokens_expires_at_index" ON "api_tokens" USING btree ("expires_at");
--> statement-breakpoint
CREATE FUNCTION refuse_other_api_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an API token stays what it was made as, and revoked' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER api_tokens_stay BEFORE UPDATE ON "api_tokens" FOR EACH ROW
	WHEN (OLD.revoked_at IS NOT NULL OR (NEW.user_id, NEW.token_hash, NEW.abilities, NEW.allowed_ips, NEW.created_at, NEW.expires_at)
		IS DISTINCT FROM (OLD.user_id, OLD.token_hash, OLD.abilities, OLD.allowed_ips, OLD.created_at, OLD.expires_at))
	EXECUTE FUNCTION refuse_other_api_token();
