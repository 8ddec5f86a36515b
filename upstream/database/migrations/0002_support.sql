CREATE TABLE "support_attachment_chunks" (
	"attachment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "support_attachment_chunks_attachment_id_number_pk" PRIMARY KEY("attachment_id","number"),
	CONSTRAINT "support_attachment_chunks_size" CHECK (octet_length("support_attachment_chunks"."bytes") between 1 and 262144),
	CONSTRAINT "support_attachment_chunks_number" CHECK ("support_attachment_chunks"."number" between 0 and 39)
);
--> statement-breakpoint
CREATE TABLE "support_attachment_previews" (
	"attachment_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "support_attachment_previews_size" CHECK (octet_length("support_attachment_previews"."bytes") between 1 and 524288)
);
--> statement-breakpoint
CREATE TABLE "support_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"staff_id" integer,
	"message_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"preview_width" integer,
	"preview_height" integer,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_attachments_state" CHECK ("support_attachments"."state" in ('uploading', 'ready')),
	CONSTRAINT "support_attachments_name" CHECK (char_length("support_attachments"."name") between 1 and 120),
	CONSTRAINT "support_attachments_type" CHECK ("support_attachments"."type" in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'text/plain')),
	CONSTRAINT "support_attachments_whole" CHECK (case "support_attachments"."state" when 'ready' then "support_attachments"."size" between 1 and 10485760
        else "support_attachments"."size" = 0 and "support_attachments"."message_id" is null end),
	CONSTRAINT "support_attachments_preview" CHECK (case when "support_attachments"."preview_width" is null then "support_attachments"."preview_height" is null
        else "support_attachments"."type" like 'image/%' and "support_attachments"."preview_width" between 1 and 480
          and "support_attachments"."preview_height" is not null and "support_attachments"."preview_height" between 1 and 480 end)
);
--> statement-breakpoint
CREATE TABLE "support_faq" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_faq_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"answer_html" text NOT NULL,
	"question_words" text NOT NULL,
	"answer_words" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector(case language when 'de' then 'german'::regconfig else 'english'::regconfig end, question_words), 'A') || setweight(to_tsvector(case language when 'de' then 'german'::regconfig else 'english'::regconfig end, answer_words), 'C')) STORED NOT NULL,
	"helpful_yes" integer DEFAULT 0 NOT NULL,
	"helpful_no" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "support_faq_slug" UNIQUE("slug","language"),
	CONSTRAINT "support_faq_slug_plain" CHECK ("support_faq"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "support_faq_language" CHECK ("support_faq"."language" in ('en', 'de')),
	CONSTRAINT "support_faq_category" CHECK ("support_faq"."category" in ('account-security', 'deposits', 'withdrawals', 'plants-harvest', 'affiliate', 'appointments-events', 'app-technical', 'privacy', 'other')),
	CONSTRAINT "support_faq_counts" CHECK ("support_faq"."helpful_yes" >= 0 and "support_faq"."helpful_no" >= 0)
);
--> statement-breakpoint
CREATE TABLE "support_faq_votes" (
	"faq_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"vote" text NOT NULL,
	"voted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_faq_votes_faq_id_user_id_pk" PRIMARY KEY("faq_id","user_id"),
	CONSTRAINT "support_faq_votes_vote" CHECK ("support_faq_votes"."vote" in ('yes', 'no'))
);
--> statement-breakpoint
CREATE TABLE "support_faq_words" (
	"language" text NOT NULL,
	"word" text NOT NULL,
	"lexeme" text NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "support_faq_words_language_word_pk" PRIMARY KEY("language","word"),
	CONSTRAINT "support_faq_words_language" CHECK ("support_faq_words"."language" in ('en', 'de'))
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"position" integer NOT NULL,
	"replies" integer NOT NULL,
	"author" text NOT NULL,
	"staff_id" integer,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" NOT NULL,
	CONSTRAINT "support_messages_author" CHECK ("support_messages"."author" in ('member', 'staff', 'club')),
	CONSTRAINT "support_messages_staff" CHECK (("support_messages"."author" = 'staff') = ("support_messages"."staff_id" is not null)),
	CONSTRAINT "support_messages_body" CHECK (char_length("support_messages"."body") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "support_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_notes_body" CHECK (char_length("support_notes"."body") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "support_ticket_counts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"new_tickets" integer DEFAULT 0 NOT NULL,
	"open_tickets" integer DEFAULT 0 NOT NULL,
	"waiting_tickets" integer DEFAULT 0 NOT NULL,
	"closed_tickets" integer DEFAULT 0 NOT NULL,
	"unread_replies" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "support_ticket_counts_positive" CHECK (least("support_ticket_counts"."new_tickets", "support_ticket_counts"."open_tickets", "support_ticket_counts"."waiting_tickets", "support_ticket_counts"."closed_tickets", "support_ticket_counts"."unread_replies") >= 0)
);
--> statement-breakpoint
CREATE TABLE "support_tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2001 CACHE 1),
	"user_id" integer NOT NULL,
	"category" text NOT NULL,
	"subject" text NOT NULL,
	"reference_kind" text,
	"reference_label" text,
	"status" text NOT NULL,
	"status_since" timestamp (3) with time zone NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"assigned_to" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_reply_at" timestamp (3) with time zone NOT NULL,
	"first_reply_at" timestamp (3) with time zone,
	"first_reply_minutes" integer,
	"reminded_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"rating_good" boolean,
	"rating_comment" text,
	"follows_id" integer,
	"messages" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"seen_replies" integer DEFAULT 0 NOT NULL,
	"unread_count" integer GENERATED ALWAYS AS (replies - seen_replies) STORED NOT NULL,
	"search" "tsvector" NOT NULL,
	CONSTRAINT "support_tickets_category" CHECK ("support_tickets"."category" in ('account-security', 'deposits', 'withdrawals', 'plants-harvest', 'affiliate', 'appointments-events', 'app-technical', 'privacy', 'other')),
	CONSTRAINT "support_tickets_subject" CHECK (char_length("support_tickets"."subject") between 3 and 120),
	CONSTRAINT "support_tickets_status" CHECK ("support_tickets"."status" in ('new', 'open', 'waiting_for_customer', 'closed')),
	CONSTRAINT "support_tickets_priority" CHECK ("support_tickets"."priority" in ('normal', 'urgent')),
	CONSTRAINT "support_tickets_reference" CHECK (("support_tickets"."reference_kind" is null) = ("support_tickets"."reference_label" is null)
        and "support_tickets"."reference_kind" in ('order', 'withdrawal', 'transaction', 'plant')
        and char_length("support_tickets"."reference_label") between 1 and 20),
	CONSTRAINT "support_tickets_closed" CHECK (("support_tickets"."status" = 'closed') = ("support_tickets"."closed_at" is not null) and ("support_tickets"."closed_at" is null) = ("support_tickets"."closed_by" is null)
        and "support_tickets"."closed_by" in ('member', 'staff', 'time') and "support_tickets"."closed_at" = "support_tickets"."status_since"),
	CONSTRAINT "support_tickets_rating" CHECK (("support_tickets"."rating_good" is null or "support_tickets"."status" = 'closed') and ("support_tickets"."rating_comment" is null or "support_tickets"."rating_good" is not null)
        and char_length("support_tickets"."rating_comment") between 1 and 500),
	CONSTRAINT "support_tickets_first_reply" CHECK (("support_tickets"."first_reply_at" is null) = ("support_tickets"."first_reply_minutes" is null) and "support_tickets"."first_reply_minutes" >= 0
        and "support_tickets"."first_reply_at" >= "support_tickets"."created_at"),
	CONSTRAINT "support_tickets_reminder" CHECK ("support_tickets"."reminded_at" is null or ("support_tickets"."status" = 'waiting_for_customer' and "support_tickets"."reminded_at" > "support_tickets"."status_since" + interval '7 days')),
	CONSTRAINT "support_tickets_seen" CHECK ("support_tickets"."seen_replies" between 0 and "support_tickets"."replies" and "support_tickets"."replies" <= "support_tickets"."messages"),
	CONSTRAINT "support_tickets_times" CHECK ("support_tickets"."last_reply_at" >= "support_tickets"."created_at" and "support_tickets"."status_since" >= "support_tickets"."created_at")
);
--> statement-breakpoint
ALTER TABLE "support_attachment_chunks" ADD CONSTRAINT "support_attachment_chunks_of_attachment" FOREIGN KEY ("attachment_id") REFERENCES "public"."support_attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_attachment_previews" ADD CONSTRAINT "support_attachment_previews_of_attachment" FOREIGN KEY ("attachment_id") REFERENCES "public"."support_attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_attachments" ADD CONSTRAINT "support_attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_attachments" ADD CONSTRAINT "support_attachments_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_faq_votes" ADD CONSTRAINT "support_faq_votes_faq_id_support_faq_id_fk" FOREIGN KEY ("faq_id") REFERENCES "public"."support_faq"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_faq_votes" ADD CONSTRAINT "support_faq_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_ticket_counts" ADD CONSTRAINT "support_ticket_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_follows_id_support_tickets_id_fk" FOREIGN KEY ("follows_id") REFERENCES "public"."support_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_attachments_of_message" ON "support_attachments" USING btree ("message_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_attachments_of_member" ON "support_attachments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_attachments_unclaimed" ON "support_attachments" USING btree ("created_at","id") WHERE "support_attachments"."message_id" is null;--> statement-breakpoint
CREATE INDEX "support_faq_search" ON "support_faq" USING gin ("search");--> statement-breakpoint
CREATE INDEX "support_faq_votes_of_member" ON "support_faq_votes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_in_ticket" ON "support_messages" USING btree ("ticket_id","position");--> statement-breakpoint
CREATE INDEX "support_messages_of_member" ON "support_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_messages_words" ON "support_messages" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "support_notes_of_ticket" ON "support_notes" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "support_notes_of_member" ON "support_notes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_tickets_one_follow_up" ON "support_tickets" USING btree ("follows_id");--> statement-breakpoint
CREATE INDEX "support_tickets_of_member" ON "support_tickets" USING btree ("user_id",("unread_count" > 0) desc,"last_reply_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "support_tickets_in_status" ON "support_tickets" USING btree ("user_id","status",("unread_count" > 0) desc,"last_reply_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "support_tickets_unread" ON "support_tickets" USING btree ("user_id","last_reply_at" desc,"id" desc) WHERE "support_tickets"."unread_count" > 0;--> statement-breakpoint
CREATE INDEX "support_tickets_with_reference" ON "support_tickets" USING btree ("user_id") WHERE "support_tickets"."reference_label" is not null;--> statement-breakpoint
CREATE INDEX "support_tickets_words" ON "support_tickets" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "support_tickets_answered" ON "support_tickets" USING btree ("first_reply_at","first_reply_minutes") WHERE "support_tickets"."first_reply_at" is not null;--> statement-breakpoint
CREATE INDEX "support_tickets_by_status" ON "support_tickets" USING btree ("status","status_since","id");