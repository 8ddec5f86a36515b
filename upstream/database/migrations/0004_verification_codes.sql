CREATE TABLE "verification_codes" (
	"user_id" integer NOT NULL,
	"action" text NOT NULL,
	"context_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "verification_codes_user_id_action_context_hash_pk" PRIMARY KEY("user_id","action","context_hash"),
	CONSTRAINT "verification_codes_attempts" CHECK ("verification_codes"."attempts" between 0 and 5),
	CONSTRAINT "verification_codes_lifetime" CHECK ("verification_codes"."expires_at" > "verification_codes"."created_at")
);
--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;