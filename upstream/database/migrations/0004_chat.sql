CREATE TABLE "chat_conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer NOT NULL,
	"other_id" integer,
	"contact" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"last_message_id" uuid,
	"messages" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"club_read_id" uuid,
	"club_seen" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_conversations_sides" CHECK (("chat_conversations"."kind" = 'club' and "chat_conversations"."contact" ~ '^[a-z][a-z0-9-]{0,29}$' and "chat_conversations"."other_id" is null)
        or ("chat_conversations"."kind" = 'member' and "chat_conversations"."contact" is null and "chat_conversations"."other_id" is not null and "chat_conversations"."other_id" <> "chat_conversations"."user_id")),
	CONSTRAINT "chat_conversations_counts" CHECK ("chat_conversations"."written" between 0 and "chat_conversations"."messages"),
	CONSTRAINT "chat_conversations_club_seen" CHECK ("chat_conversations"."club_seen" between 0 and "chat_conversations"."written"),
	CONSTRAINT "chat_conversations_club_read" CHECK ("chat_conversations"."kind" = 'club' or ("chat_conversations"."club_read_id" is null and "chat_conversations"."club_seen" = 0))
);
--> statement-breakpoint
CREATE TABLE "chat_counts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"new_messages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_counts_positive" CHECK ("chat_counts"."new_messages" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"conversation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"to_id" integer,
	"author" text NOT NULL,
	"staff_id" integer,
	"body" text,
	"client_id" uuid,
	"position" integer NOT NULL,
	"written" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search" "tsvector",
	CONSTRAINT "chat_messages_conversation_id_id_pk" PRIMARY KEY("conversation_id","id"),
	CONSTRAINT "chat_messages_author" CHECK (("chat_messages"."author" = 'member' and "chat_messages"."client_id" is not null and "chat_messages"."staff_id" is null)
      or ("chat_messages"."author" = 'club' and "chat_messages"."staff_id" is not null)),
	CONSTRAINT "chat_messages_body" CHECK (char_length("chat_messages"."body") between 1 and 2000),
	CONSTRAINT "chat_messages_deleted" CHECK (("chat_messages"."deleted_at" is null) = ("chat_messages"."body" is not null) and ("chat_messages"."deleted_at" is null) = ("chat_messages"."search" is not null))
);
--> statement-breakpoint
CREATE TABLE "chat_participants" (
	"conversation_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"active_id" uuid NOT NULL,
	"last_read_id" uuid,
	"received" integer DEFAULT 0 NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"noticed" integer DEFAULT 0 NOT NULL,
	"unread_count" integer GENERATED ALWAYS AS (received - seen) STORED NOT NULL,
	"new_count" integer GENERATED ALWAYS AS (case when muted_at is null and left_at is null then received - greatest(seen, noticed) else 0 end) STORED NOT NULL,
	"muted_at" timestamp (3) with time zone,
	"blocked_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "chat_participants_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id"),
	CONSTRAINT "chat_participants_seen" CHECK ("chat_participants"."seen" between 0 and "chat_participants"."received" and "chat_participants"."noticed" between 0 and "chat_participants"."received")
);
--> statement-breakpoint
CREATE TABLE "chat_reports" (
	"user_id" integer NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"ticket_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_reports_conversation_id_message_id_user_id_pk" PRIMARY KEY("conversation_id","message_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_abilities";--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_counts" ADD CONSTRAINT "chat_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_participants" ADD CONSTRAINT "chat_participants_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_participants" ADD CONSTRAINT "chat_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reports" ADD CONSTRAINT "chat_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reports" ADD CONSTRAINT "chat_reports_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reports" ADD CONSTRAINT "chat_reports_message" FOREIGN KEY ("conversation_id","message_id") REFERENCES "public"."chat_messages"("conversation_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_conversations_one_pair" ON "chat_conversations" USING btree (least("user_id", "other_id"),greatest("user_id", "other_id")) WHERE "chat_conversations"."kind" = 'member';--> statement-breakpoint
CREATE UNIQUE INDEX "chat_conversations_one_contact" ON "chat_conversations" USING btree ("user_id","contact") WHERE "chat_conversations"."kind" = 'club';--> statement-breakpoint
CREATE INDEX "chat_conversations_of_member" ON "chat_conversations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_conversations_with" ON "chat_conversations" USING btree ("other_id") WHERE "chat_conversations"."other_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_conversations_waiting" ON "chat_conversations" USING btree ("contact","last_message_id") WHERE "chat_conversations"."kind" = 'club' and "chat_conversations"."club_seen" < "chat_conversations"."written";--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("conversation_id","user_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_messages_of_member" ON "chat_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_to_member" ON "chat_messages" USING btree ("to_id","id") WHERE "chat_messages"."to_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_words" ON "chat_messages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "chat_participants_of_member" ON "chat_participants" USING btree ("user_id","active_id" desc);--> statement-breakpoint
CREATE INDEX "chat_participants_new" ON "chat_participants" USING btree ("user_id","active_id" desc) WHERE "chat_participants"."new_count" > 0;--> statement-breakpoint
CREATE INDEX "chat_reports_of_member" ON "chat_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_reports_ticket" ON "chat_reports" USING btree ("ticket_id");--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_abilities" CHECK (cardinality("api_tokens"."abilities") > 0 and "api_tokens"."abilities" <@ array['profile:read', 'wallet:read', 'growing:read', 'affiliate:read', 'support:read', 'support:write', 'chat:read', 'appointments:read', 'news:read']);