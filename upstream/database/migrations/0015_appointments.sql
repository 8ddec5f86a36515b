CREATE TABLE "appointments" (
	"label" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"title_de" text NOT NULL,
	"description" text NOT NULL,
	"description_de" text NOT NULL,
	"description_html" text NOT NULL,
	"description_html_de" text NOT NULL,
	"programme" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"speakers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"timezone" text NOT NULL,
	"location" text,
	"online_url" text,
	"capacity" integer NOT NULL,
	"price" bigint,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"registration_opens_at" timestamp (3) with time zone NOT NULL,
	"registration_closes_at" timestamp (3) with time zone NOT NULL,
	"cancelable_until" timestamp (3) with time zone NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	"canceled_reason" text,
	"canceled_reason_de" text,
	"reminded_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"staff_id" integer,
	CONSTRAINT "appointments_places" CHECK ("appointments"."taken" between 0 and "appointments"."capacity"),
	CONSTRAINT "appointments_waiting" CHECK ("appointments"."waiting" >= 0),
	CONSTRAINT "appointments_capacity" CHECK ("appointments"."capacity" between 1 and 100000),
	CONSTRAINT "appointments_kind" CHECK ("appointments"."kind" in ('onsite', 'online')),
	CONSTRAINT "appointments_place" CHECK (("appointments"."kind" = 'onsite') = ("appointments"."location" is not null)),
	CONSTRAINT "appointments_online" CHECK ("appointments"."kind" = 'online' or "appointments"."online_url" is null),
	CONSTRAINT "appointments_online_url" CHECK ("appointments"."online_url" ~ '^https://[^[:space:]]+$' and char_length("appointments"."online_url") <= 500),
	CONSTRAINT "appointments_price" CHECK ("appointments"."price" between 1 and 100000000),
	CONSTRAINT "appointments_time" CHECK ("appointments"."starts_at" < "appointments"."ends_at"),
	CONSTRAINT "appointments_registration" CHECK ("appointments"."registration_opens_at" < "appointments"."registration_closes_at" and "appointments"."registration_closes_at" <= "appointments"."ends_at"),
	CONSTRAINT "appointments_cancelable" CHECK ("appointments"."cancelable_until" <= "appointments"."starts_at"),
	CONSTRAINT "appointments_texts" CHECK (char_length("appointments"."title") between 1 and 120 and char_length("appointments"."title_de") between 1 and 120
        and char_length("appointments"."location") between 1 and 200 and char_length("appointments"."description") <= 20000 and char_length("appointments"."description_de") <= 20000),
	CONSTRAINT "appointments_canceled" CHECK (("appointments"."canceled_at" is null) = ("appointments"."canceled_reason" is null) and ("appointments"."canceled_at" is null) = ("appointments"."canceled_reason_de" is null))
);
--> statement-breakpoint
CREATE TABLE "appointment_feeds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appointment_feeds_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "appointment_check_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointment_check_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appointment_label" text NOT NULL,
	"ticket_id" bigint,
	"code" text NOT NULL,
	"outcome" text NOT NULL,
	"since" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" integer NOT NULL,
	CONSTRAINT "appointment_check_ins_outcome" CHECK ("appointment_check_ins"."outcome" in ('admitted', 'duplicate', 'canceled', 'other', 'unknown', 'undone')),
	CONSTRAINT "appointment_check_ins_code" CHECK (char_length("appointment_check_ins"."code") between 1 and 40),
	CONSTRAINT "appointment_check_ins_ticket" CHECK (("appointment_check_ins"."ticket_id" is null) = ("appointment_check_ins"."outcome" = 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "appointment_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointment_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appointment_label" text NOT NULL,
	"ticket_id" bigint NOT NULL,
	"event" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "appointment_messages_event" CHECK ("appointment_messages"."event" in ('offered', 'offer_expired', 'list_ended', 'changed', 'canceled', 'reminder'))
);
--> statement-breakpoint
CREATE TABLE "appointment_ticket_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointment_ticket_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"status" text NOT NULL,
	"why" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appointment_tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointment_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"appointment_label" text NOT NULL,
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"why" text,
	"name" text NOT NULL,
	"guests" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"places" integer NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"order_label" text,
	"offer_expires_at" timestamp (3) with time zone,
	"checked_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appointment_tickets_code" UNIQUE("code"),
	CONSTRAINT "appointment_tickets_order" UNIQUE("order_label"),
	CONSTRAINT "appointment_tickets_status" CHECK ("appointment_tickets"."status" in ('waitlisted', 'offered', 'reserved', 'registered', 'checked_in', 'canceled', 'expired', 'no_show')),
	CONSTRAINT "appointment_tickets_why" CHECK ("appointment_tickets"."why" in ('declined', 'club', 'order', 'refunded', 'closed', 'left', 'undone')),
	CONSTRAINT "appointment_tickets_code_form" CHECK ("appointment_tickets"."code" ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
	CONSTRAINT "appointment_tickets_party" CHECK (jsonb_array_length("appointment_tickets"."guests") <= 3 and "appointment_tickets"."places" between 1 and 4),
	CONSTRAINT "appointment_tickets_offer" CHECK (("appointment_tickets"."status" = 'offered') = ("appointment_tickets"."offer_expires_at" is not null)),
	CONSTRAINT "appointment_tickets_checked_in" CHECK (("appointment_tickets"."status" = 'checked_in') = ("appointment_tickets"."checked_in_at" is not null)),
	CONSTRAINT "appointment_tickets_reserved" CHECK ("appointment_tickets"."status" <> 'reserved' or "appointment_tickets"."order_label" is not null),
	CONSTRAINT "appointment_tickets_texts" CHECK (char_length("appointment_tickets"."name") between 1 and 80 and char_length("appointment_tickets"."notes") <= 500)
);
--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_feeds" ADD CONSTRAINT "appointment_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_check_ins" ADD CONSTRAINT "appointment_check_ins_appointment_label_appointments_label_fk" FOREIGN KEY ("appointment_label") REFERENCES "public"."appointments"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_check_ins" ADD CONSTRAINT "appointment_check_ins_ticket_id_appointment_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."appointment_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_check_ins" ADD CONSTRAINT "appointment_check_ins_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_messages" ADD CONSTRAINT "appointment_messages_appointment_label_appointments_label_fk" FOREIGN KEY ("appointment_label") REFERENCES "public"."appointments"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_messages" ADD CONSTRAINT "appointment_messages_ticket_id_appointment_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."appointment_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_ticket_steps" ADD CONSTRAINT "appointment_ticket_steps_ticket_id_appointment_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."appointment_tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_tickets" ADD CONSTRAINT "appointment_tickets_appointment_label_appointments_label_fk" FOREIGN KEY ("appointment_label") REFERENCES "public"."appointments"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_tickets" ADD CONSTRAINT "appointment_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_tickets" ADD CONSTRAINT "appointment_tickets_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_by_start" ON "appointments" USING btree ("starts_at","label");--> statement-breakpoint
CREATE INDEX "appointments_by_end" ON "appointments" USING btree ("ends_at","label");--> statement-breakpoint
CREATE INDEX "appointment_check_ins_of_appointment" ON "appointment_check_ins" USING btree ("appointment_label","id");--> statement-breakpoint
CREATE INDEX "appointment_check_ins_of_ticket" ON "appointment_check_ins" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "appointment_messages_due" ON "appointment_messages" USING btree ("appointment_label","id") WHERE "appointment_messages"."told_at" is null;--> statement-breakpoint
CREATE INDEX "appointment_messages_of_ticket" ON "appointment_messages" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "appointment_ticket_steps_of_ticket" ON "appointment_ticket_steps" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_tickets_one_live" ON "appointment_tickets" USING btree ("appointment_label","user_id") WHERE "appointment_tickets"."status" not in ('canceled', 'expired');--> statement-breakpoint
CREATE INDEX "appointment_tickets_of_member" ON "appointment_tickets" USING btree ("user_id","appointment_label");--> statement-breakpoint
CREATE INDEX "appointment_tickets_of_appointment" ON "appointment_tickets" USING btree ("appointment_label","status","id");--> statement-breakpoint
CREATE INDEX "appointment_tickets_offers" ON "appointment_tickets" USING btree ("offer_expires_at") WHERE "appointment_tickets"."status" = 'offered';