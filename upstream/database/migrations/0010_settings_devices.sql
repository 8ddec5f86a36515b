CREATE TABLE "notification_times" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"digest" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_times_both" CHECK (("notification_times"."quiet_from" is null) = ("notification_times"."quiet_to" is null)),
	CONSTRAINT "notification_times_differ" CHECK ("notification_times"."quiet_from" <> "notification_times"."quiet_to"),
	CONSTRAINT "notification_times_of_day" CHECK ("notification_times"."quiet_from" between 0 and 1439 and "notification_times"."quiet_to" between 0 and 1439),
	CONSTRAINT "notification_times_digest" CHECK ("notification_times"."digest" in ('off', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "waiting_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"url" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waiting_mails_kind" CHECK ("waiting_mails"."kind" in ('wallet', 'growing', 'support', 'chat', 'news', 'affiliate', 'appointment', 'club')),
	CONSTRAINT "waiting_mails_url" CHECK ("waiting_mails"."url" like '/%' and "waiting_mails"."url" not like '//%')
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_channel";--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "known_device_id" uuid;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_times" ADD CONSTRAINT "notification_times_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_mails" ADD CONSTRAINT "waiting_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_mails_due" ON "waiting_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "waiting_mails_of_user" ON "waiting_mails" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_sessions_known_device_id_index" ON "auth_sessions" USING btree ("known_device_id");--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_id_unique" UNIQUE("id");--> statement-breakpoint
DELETE FROM "notification_preferences" WHERE "kind" NOT IN ('wallet', 'growing', 'support', 'chat', 'news', 'affiliate', 'appointment', 'club');--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('wallet', 'growing', 'support', 'chat', 'news', 'affiliate', 'appointment', 'club'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_channel" CHECK ("notification_preferences"."channel" in ('site', 'mail', 'push'));