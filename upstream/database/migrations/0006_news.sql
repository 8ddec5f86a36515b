CREATE TABLE "news_feeds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"atom_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_feeds_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "news_notices" (
	"story_id" integer PRIMARY KEY NOT NULL,
	"told_up_to" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "news_picture_files" (
	"picture_id" uuid NOT NULL,
	"format" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "news_picture_files_picture_id_format_width_pk" PRIMARY KEY("picture_id","format","width"),
	CONSTRAINT "news_picture_files_format" CHECK ("news_picture_files"."format" in ('avif', 'webp', 'jpeg')),
	CONSTRAINT "news_picture_files_size" CHECK (octet_length("news_picture_files"."bytes") between 1 and 16777216)
);
--> statement-breakpoint
CREATE TABLE "news_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_pictures_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "news_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"story_id" integer NOT NULL,
	"language" text NOT NULL,
	"atom_id" uuid NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"teaser" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"body" text NOT NULL,
	"body_html" text NOT NULL,
	"body_text" text NOT NULL,
	"reading_minutes" integer NOT NULL,
	"picture_id" uuid,
	"alt" text,
	"caption" text,
	"status" text NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"staff_id" integer,
	"shown_en" boolean DEFAULT false NOT NULL,
	"shown_de" boolean DEFAULT false NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector(case language when 'de' then 'german'::regconfig else 'english'::regconfig end, title), 'A') || setweight(to_tsvector(case language when 'de' then 'german'::regconfig else 'english'::regconfig end, teaser), 'B') || setweight(to_tsvector(case language when 'de' then 'german'::regconfig else 'english'::regconfig end, body_text), 'D')) STORED NOT NULL,
	CONSTRAINT "news_posts_version" UNIQUE("story_id","language"),
	CONSTRAINT "news_posts_language" CHECK ("news_posts"."language" in ('en', 'de')),
	CONSTRAINT "news_posts_category" CHECK ("news_posts"."category" in ('growing', 'club', 'events', 'technology')),
	CONSTRAINT "news_posts_status" CHECK ("news_posts"."status" in ('draft', 'scheduled', 'published', 'archived')),
	CONSTRAINT "news_posts_title" CHECK (char_length("news_posts"."title") between 1 and 120),
	CONSTRAINT "news_posts_teaser" CHECK (char_length("news_posts"."teaser") between 1 and 300),
	CONSTRAINT "news_posts_body" CHECK (char_length("news_posts"."body") between 1 and 40000),
	CONSTRAINT "news_posts_minutes" CHECK ("news_posts"."reading_minutes" >= 1),
	CONSTRAINT "news_posts_alt" CHECK (char_length("news_posts"."alt") between 1 and 200 and char_length("news_posts"."caption") between 1 and 200),
	CONSTRAINT "news_posts_picture_told" CHECK ("news_posts"."picture_id" is null or "news_posts"."alt" is not null),
	CONSTRAINT "news_posts_scheduled" CHECK (("news_posts"."status" = 'scheduled') = ("news_posts"."scheduled_for" is not null)),
	CONSTRAINT "news_posts_published" CHECK (("news_posts"."status" <> 'published' or "news_posts"."published_at" is not null) and ("news_posts"."status" not in ('draft', 'scheduled') or "news_posts"."published_at" is null)),
	CONSTRAINT "news_posts_archived" CHECK (("news_posts"."status" = 'archived') = ("news_posts"."archived_at" is not null)),
	CONSTRAINT "news_posts_shown" CHECK ("news_posts"."status" = 'published' and ("news_posts"."shown_en" or "news_posts"."language" <> 'en') and ("news_posts"."shown_de" or "news_posts"."language" <> 'de')
        or "news_posts"."status" <> 'published' and not "news_posts"."shown_en" and not "news_posts"."shown_de")
);
--> statement-breakpoint
CREATE TABLE "news_readers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seen_to" integer NOT NULL,
	"covered" integer NOT NULL,
	CONSTRAINT "news_readers_counts" CHECK ("news_readers"."seen_to" >= 0 and "news_readers"."covered" >= 0)
);
--> statement-breakpoint
CREATE TABLE "news_reads" (
	"user_id" integer NOT NULL,
	"story_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_reads_user_id_story_id_pk" PRIMARY KEY("user_id","story_id")
);
--> statement-breakpoint
CREATE TABLE "news_stats" (
	"id" integer PRIMARY KEY NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "news_stats_one" CHECK ("news_stats"."id" = 1),
	CONSTRAINT "news_stats_counts" CHECK ("news_stats"."shown" between 0 and "news_stats"."last_number")
);
--> statement-breakpoint
CREATE TABLE "news_stories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_stories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"number" integer,
	"first_published_at" timestamp (3) with time zone,
	"is_shown" boolean DEFAULT false NOT NULL,
	CONSTRAINT "news_stories_slug" UNIQUE("slug"),
	CONSTRAINT "news_stories_number" UNIQUE("number"),
	CONSTRAINT "news_stories_slug_plain" CHECK ("news_stories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("news_stories"."slug") <= 80),
	CONSTRAINT "news_stories_first" CHECK (("news_stories"."number" is null) = ("news_stories"."first_published_at" is null)),
	CONSTRAINT "news_stories_shown" CHECK (not "news_stories"."is_shown" or "news_stories"."number" is not null)
);
--> statement-breakpoint
ALTER TABLE "news_feeds" ADD CONSTRAINT "news_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_notices" ADD CONSTRAINT "news_notices_story_id_news_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."news_stories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_picture_files" ADD CONSTRAINT "news_picture_files_picture_id_news_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."news_pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_posts" ADD CONSTRAINT "news_posts_story_id_news_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."news_stories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_posts" ADD CONSTRAINT "news_posts_picture_id_news_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."news_pictures"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_posts" ADD CONSTRAINT "news_posts_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_readers" ADD CONSTRAINT "news_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_user_id_news_readers_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."news_readers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_story_id_news_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."news_stories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_posts_list_en" ON "news_posts" USING btree ("is_pinned" desc,"published_at" desc,"id" desc) WHERE "news_posts"."shown_en";--> statement-breakpoint
CREATE INDEX "news_posts_list_de" ON "news_posts" USING btree ("is_pinned" desc,"published_at" desc,"id" desc) WHERE "news_posts"."shown_de";--> statement-breakpoint
CREATE INDEX "news_posts_topic_en" ON "news_posts" USING btree ("category","is_pinned" desc,"published_at" desc,"id" desc) WHERE "news_posts"."shown_en";--> statement-breakpoint
CREATE INDEX "news_posts_topic_de" ON "news_posts" USING btree ("category","is_pinned" desc,"published_at" desc,"id" desc) WHERE "news_posts"."shown_de";--> statement-breakpoint
CREATE INDEX "news_posts_time_en" ON "news_posts" USING btree ("published_at","id") WHERE "news_posts"."shown_en";--> statement-breakpoint
CREATE INDEX "news_posts_time_de" ON "news_posts" USING btree ("published_at","id") WHERE "news_posts"."shown_de";--> statement-breakpoint
CREATE INDEX "news_posts_due" ON "news_posts" USING btree ("scheduled_for") WHERE "news_posts"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "news_posts_picture" ON "news_posts" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "news_posts_search" ON "news_posts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "news_reads_of_story" ON "news_reads" USING btree ("story_id");