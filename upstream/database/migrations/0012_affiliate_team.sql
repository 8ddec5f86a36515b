CREATE TABLE "affiliate_click_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_click_marks" (
	"day" date NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "affiliate_click_marks_day_mark_pk" PRIMARY KEY("day","mark")
);
--> statement-breakpoint
CREATE TABLE "affiliate_campaigns" (
	"user_id" integer NOT NULL,
	"label" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"registrations" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "affiliate_campaigns_user_id_label_pk" PRIMARY KEY("user_id","label"),
	CONSTRAINT "affiliate_campaigns_label" CHECK ("affiliate_campaigns"."label" ~ '^[a-z0-9-]{0,30}$'),
	CONSTRAINT "affiliate_campaigns_counts" CHECK ("affiliate_campaigns"."clicks" >= 0 and "affiliate_campaigns"."registrations" >= 0 and "affiliate_campaigns"."active" >= 0)
);
--> statement-breakpoint
CREATE TABLE "affiliate_hidden_names" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_levels" (
	"user_id" integer NOT NULL,
	"level" integer NOT NULL,
	"members" integer NOT NULL,
	"active" integer NOT NULL,
	"volume" bigint NOT NULL,
	CONSTRAINT "affiliate_levels_user_id_level_pk" PRIMARY KEY("user_id","level"),
	CONSTRAINT "affiliate_levels_counts" CHECK ("affiliate_levels"."members" >= 0 and "affiliate_levels"."active" >= 0 and "affiliate_levels"."volume" >= 0)
);
--> statement-breakpoint
CREATE TABLE "affiliate_lines" (
	"member_id" integer NOT NULL,
	"level" integer NOT NULL,
	"upline_id" integer NOT NULL,
	CONSTRAINT "affiliate_lines_member_id_level_pk" PRIMARY KEY("member_id","level"),
	CONSTRAINT "affiliate_lines_level" CHECK ("affiliate_lines"."level" between 1 and 10),
	CONSTRAINT "affiliate_lines_no_ring" CHECK ("affiliate_lines"."upline_id" <> "affiliate_lines"."member_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate_months" (
	"user_id" integer NOT NULL,
	"month" date NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "affiliate_months_user_id_month_pk" PRIMARY KEY("user_id","month"),
	CONSTRAINT "affiliate_months_members" CHECK ("affiliate_months"."members" >= 0)
);
--> statement-breakpoint
CREATE TABLE "affiliate_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliate_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"from_id" integer,
	"to_id" integer NOT NULL,
	"reason" text NOT NULL,
	"staff_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "affiliate_moves_reason" CHECK (char_length("affiliate_moves"."reason") between 1 and 200),
	CONSTRAINT "affiliate_moves_elsewhere" CHECK ("affiliate_moves"."from_id" is distinct from "affiliate_moves"."to_id" and "affiliate_moves"."to_id" <> "affiliate_moves"."user_id")
);
--> statement-breakpoint
CREATE TABLE "affiliate_nodes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sponsor_id" integer,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"members" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	"volume" bigint DEFAULT 0 NOT NULL,
	"children" integer DEFAULT 0 NOT NULL,
	"team" integer DEFAULT 0 NOT NULL,
	"below_volume" bigint DEFAULT 0 NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	CONSTRAINT "affiliate_nodes_one" CHECK ("affiliate_nodes"."members" in (0, 1) and "affiliate_nodes"."active" between 0 and "affiliate_nodes"."members"),
	CONSTRAINT "affiliate_nodes_counts" CHECK ("affiliate_nodes"."volume" >= 0 and "affiliate_nodes"."children" >= 0 and "affiliate_nodes"."team" >= 0 and "affiliate_nodes"."below_volume" >= 0),
	CONSTRAINT "affiliate_nodes_no_ring" CHECK ("affiliate_nodes"."sponsor_id" <> "affiliate_nodes"."user_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "referral_campaign" text;--> statement-breakpoint
ALTER TABLE "affiliate_click_marks" ADD CONSTRAINT "affiliate_click_marks_day_affiliate_click_keys_day_fk" FOREIGN KEY ("day") REFERENCES "public"."affiliate_click_keys"("day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_campaigns" ADD CONSTRAINT "affiliate_campaigns_user_id_affiliate_nodes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."affiliate_nodes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_hidden_names" ADD CONSTRAINT "affiliate_hidden_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_levels" ADD CONSTRAINT "affiliate_levels_user_id_affiliate_nodes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."affiliate_nodes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_lines" ADD CONSTRAINT "affiliate_lines_member_id_affiliate_nodes_user_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."affiliate_nodes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_lines" ADD CONSTRAINT "affiliate_lines_upline_id_affiliate_nodes_user_id_fk" FOREIGN KEY ("upline_id") REFERENCES "public"."affiliate_nodes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_months" ADD CONSTRAINT "affiliate_months_user_id_affiliate_nodes_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."affiliate_nodes"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_moves" ADD CONSTRAINT "affiliate_moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_moves" ADD CONSTRAINT "affiliate_moves_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_moves" ADD CONSTRAINT "affiliate_moves_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_moves" ADD CONSTRAINT "affiliate_moves_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_nodes" ADD CONSTRAINT "affiliate_nodes_sponsor_id_affiliate_nodes_user_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."affiliate_nodes"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_lines_below" ON "affiliate_lines" USING btree ("upline_id","level","member_id");--> statement-breakpoint
CREATE INDEX "affiliate_moves_of_member" ON "affiliate_moves" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "affiliate_nodes_by_joined" ON "affiliate_nodes" USING btree ("sponsor_id","joined_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "affiliate_nodes_by_volume" ON "affiliate_nodes" USING btree ("sponsor_id",("volume" + "below_volume") desc,"user_id");--> statement-breakpoint
CREATE INDEX "affiliate_nodes_by_team" ON "affiliate_nodes" USING btree ("sponsor_id","team" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "users_firstname_begins" ON "users" USING btree (lower("firstname") text_pattern_ops,"id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referral_campaign" CHECK ("users"."referral_campaign" ~ '^[a-z0-9-]{1,30}$');