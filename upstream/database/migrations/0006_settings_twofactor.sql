CREATE TABLE "two_factor_setups" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "two_factor_setups_attempts" CHECK ("two_factor_setups"."attempts" between 0 and 5),
	CONSTRAINT "two_factor_setups_lifetime" CHECK ("two_factor_setups"."expires_at" > "two_factor_setups"."created_at")
);
--> statement-breakpoint
ALTER TABLE "two_factor_setups" ADD CONSTRAINT "two_factor_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_setups" ADD CONSTRAINT "two_factor_setups_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "two_factor_setups_session_id_index" ON "two_factor_setups" USING btree ("session_id");