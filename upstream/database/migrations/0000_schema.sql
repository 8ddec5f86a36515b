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
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" bigint,
	"user_id" bigint,
	"action" text NOT NULL,
	"ip" text,
	"request_id" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "growing_harvest_shares" (
	"room_code" text NOT NULL,
	"cycle" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer NOT NULL,
	"plants" integer NOT NULL,
	"first_plant" integer NOT NULL,
	"payout" bigint NOT NULL,
	"remainder" bigint NOT NULL,
	"due" bigint NOT NULL,
	"withheld" bigint DEFAULT 0 NOT NULL,
	"transaction_label" text,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "growing_harvest_shares_room_code_cycle_version_user_id_pk" PRIMARY KEY("room_code","cycle","version","user_id"),
	CONSTRAINT "growing_harvest_shares_plants" CHECK ("growing_harvest_shares"."plants" > 0),
	CONSTRAINT "growing_harvest_shares_withheld" CHECK ("growing_harvest_shares"."withheld" between 0 and greatest("growing_harvest_shares"."due", 0))
);
--> statement-breakpoint
CREATE TABLE "growing_harvests" (
	"room_code" text NOT NULL,
	"cycle" integer NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"grams" integer NOT NULL,
	"revenue" bigint NOT NULL,
	"costs" jsonb NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"member_share" integer NOT NULL,
	"reason" text,
	"reason_de" text,
	"four_eyes_from" bigint NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" integer NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"approved_by" integer,
	"discarded_at" timestamp (3) with time zone,
	"discarded_by" integer,
	"paid_at" timestamp (3) with time zone,
	"harvested_at" timestamp (3) with time zone NOT NULL,
	"weighed_at" timestamp (3) with time zone NOT NULL,
	"surplus" bigint NOT NULL,
	"pool" bigint NOT NULL,
	"plants" integer NOT NULL,
	"lost" integer NOT NULL,
	"members" integer NOT NULL,
	"leftover" integer NOT NULL,
	CONSTRAINT "growing_harvests_room_code_cycle_version_pk" PRIMARY KEY("room_code","cycle","version"),
	CONSTRAINT "growing_harvests_status" CHECK ("growing_harvests"."status" in ('recorded', 'approved', 'paid', 'discarded')),
	CONSTRAINT "growing_harvests_version" CHECK ("growing_harvests"."cycle" >= 1 and "growing_harvests"."version" between 1 and 99),
	CONSTRAINT "growing_harvests_grams" CHECK ("growing_harvests"."grams" between 0 and 1000000000),
	CONSTRAINT "growing_harvests_revenue" CHECK ("growing_harvests"."revenue" between 0 and 1000000000000),
	CONSTRAINT "growing_harvests_share" CHECK ("growing_harvests"."member_share" between 0 and 10000),
	CONSTRAINT "growing_harvests_reason" CHECK (char_length("growing_harvests"."reason") between 1 and 300),
	CONSTRAINT "growing_harvests_reason_de" CHECK (char_length("growing_harvests"."reason_de") between 1 and 300),
	CONSTRAINT "growing_harvests_reasons" CHECK (("growing_harvests"."reason" is null) = ("growing_harvests"."reason_de" is null)),
	CONSTRAINT "growing_harvests_approved" CHECK (("growing_harvests"."status" in ('approved', 'paid')) = ("growing_harvests"."approved_at" is not null)
        and ("growing_harvests"."approved_at" is null) = ("growing_harvests"."approved_by" is null)),
	CONSTRAINT "growing_harvests_discarded" CHECK (("growing_harvests"."status" = 'discarded') = ("growing_harvests"."discarded_at" is not null)
        and ("growing_harvests"."discarded_at" is null) = ("growing_harvests"."discarded_by" is null)),
	CONSTRAINT "growing_harvests_paid" CHECK (("growing_harvests"."status" = 'paid') = ("growing_harvests"."paid_at" is not null)),
	CONSTRAINT "growing_harvests_four_eyes" CHECK ("growing_harvests"."approved_by" <> "growing_harvests"."recorded_by" or "growing_harvests"."pool" < "growing_harvests"."four_eyes_from"),
	CONSTRAINT "growing_harvests_pool" CHECK ("growing_harvests"."pool" >= 0 and "growing_harvests"."leftover" between 0 and "growing_harvests"."members")
);
--> statement-breakpoint
CREATE TABLE "growing_overpaid" (
	"user_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	CONSTRAINT "growing_overpaid_user_id_currency_pk" PRIMARY KEY("user_id","currency"),
	CONSTRAINT "growing_overpaid_amount" CHECK ("growing_overpaid"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "growing_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "growing_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"room_code" text NOT NULL,
	"cycle" integer NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_up_to" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "growing_notices_event" CHECK ("growing_notices"."event" in ('seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "growing_photo_files" (
	"photo_id" uuid NOT NULL,
	"format" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "growing_photo_files_photo_id_format_width_pk" PRIMARY KEY("photo_id","format","width"),
	CONSTRAINT "growing_photo_files_format" CHECK ("growing_photo_files"."format" in ('avif', 'webp', 'jpeg')),
	CONSTRAINT "growing_photo_files_size" CHECK (octet_length("growing_photo_files"."bytes") between 1 and 16777216)
);
--> statement-breakpoint
CREATE TABLE "growing_photo_originals" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "growing_photo_originals_size" CHECK (octet_length("growing_photo_originals"."bytes") between 1 and 20971520)
);
--> statement-breakpoint
CREATE TABLE "growing_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_code" text NOT NULL,
	"taken_on" date NOT NULL,
	"caption" text,
	"caption_de" text,
	"alt" text NOT NULL,
	"alt_de" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"state" text NOT NULL,
	"staff_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "growing_photos_state" CHECK ("growing_photos"."state" in ('waiting', 'ready', 'failed', 'removed')),
	CONSTRAINT "growing_photos_alt" CHECK (char_length("growing_photos"."alt") between 1 and 200 and char_length("growing_photos"."alt_de") between 1 and 200),
	CONSTRAINT "growing_photos_caption" CHECK (char_length("growing_photos"."caption") between 1 and 120 and char_length("growing_photos"."caption_de") between 1 and 120),
	CONSTRAINT "growing_photos_captions" CHECK (("growing_photos"."caption" is null) = ("growing_photos"."caption_de" is null)),
	CONSTRAINT "growing_photos_sides" CHECK ("growing_photos"."width" between 200 and 12000 and "growing_photos"."height" between 200 and 12000),
	CONSTRAINT "growing_photos_stretched" CHECK (greatest("growing_photos"."width", "growing_photos"."height") <= 4 * least("growing_photos"."width", "growing_photos"."height")),
	CONSTRAINT "growing_photos_taken" CHECK ("growing_photos"."taken_on" between '2000-01-01' and ("growing_photos"."created_at" at time zone 'Europe/Berlin')::date)
);
--> statement-breakpoint
CREATE TABLE "growing_holdings" (
	"user_id" integer NOT NULL,
	"room_code" text NOT NULL,
	"first_cycle" integer NOT NULL,
	"last_cycle" integer NOT NULL,
	"plants" integer NOT NULL,
	CONSTRAINT "growing_holdings_user_id_room_code_first_cycle_last_cycle_pk" PRIMARY KEY("user_id","room_code","first_cycle","last_cycle"),
	CONSTRAINT "growing_holdings_plants" CHECK ("growing_holdings"."plants" >= 0)
);
--> statement-breakpoint
CREATE TABLE "growing_losses" (
	"room_code" text NOT NULL,
	"position" integer NOT NULL,
	"cycle" integer NOT NULL,
	"lost_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"reason_de" text NOT NULL,
	"staff_id" integer NOT NULL,
	CONSTRAINT "growing_losses_room_code_cycle_position_pk" PRIMARY KEY("room_code","cycle","position"),
	CONSTRAINT "growing_losses_reason" CHECK (char_length("growing_losses"."reason") between 1 and 200),
	CONSTRAINT "growing_losses_reason_de" CHECK (char_length("growing_losses"."reason_de") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "growing_plants" (
	"room_code" text NOT NULL,
	"position" integer NOT NULL,
	"user_id" integer NOT NULL,
	"order_label" text NOT NULL,
	"sale_label" text NOT NULL,
	"purchased_at" timestamp (3) with time zone NOT NULL,
	"first_cycle" integer NOT NULL,
	"last_cycle" integer NOT NULL,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "growing_plants_room_code_position_pk" PRIMARY KEY("room_code","position"),
	CONSTRAINT "growing_plants_position" CHECK ("growing_plants"."position" between 1 and 999999),
	CONSTRAINT "growing_plants_cycles" CHECK ("growing_plants"."first_cycle" >= 1 and "growing_plants"."last_cycle" >= "growing_plants"."first_cycle")
);
--> statement-breakpoint
CREATE TABLE "growing_stock" (
	"room_code" text NOT NULL,
	"first_cycle" integer NOT NULL,
	"last_cycle" integer NOT NULL,
	"plants" integer NOT NULL,
	CONSTRAINT "growing_stock_room_code_first_cycle_last_cycle_pk" PRIMARY KEY("room_code","first_cycle","last_cycle"),
	CONSTRAINT "growing_stock_plants" CHECK ("growing_stock"."plants" >= 0)
);
--> statement-breakpoint
CREATE TABLE "growing_counts" (
	"room_code" text NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"standing" integer NOT NULL,
	"expected" integer NOT NULL,
	"reason" text,
	"reason_de" text,
	"staff_id" integer NOT NULL,
	CONSTRAINT "growing_counts_room_code_counted_at_pk" PRIMARY KEY("room_code","counted_at"),
	CONSTRAINT "growing_counts_standing" CHECK ("growing_counts"."standing" between 0 and 999999),
	CONSTRAINT "growing_counts_reason" CHECK ("growing_counts"."standing" = "growing_counts"."expected"
        or coalesce(char_length("growing_counts"."reason") between 1 and 200 and char_length("growing_counts"."reason_de") between 1 and 200, false))
);
--> statement-breakpoint
CREATE TABLE "growing_rooms" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_de" text NOT NULL,
	"city" text NOT NULL,
	"places" integer NOT NULL,
	"cycle" integer DEFAULT 0 NOT NULL,
	"stage" text,
	"stage_since" timestamp (3) with time zone,
	"expected_on" date,
	"strain" text,
	"last_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "growing_rooms_code" CHECK ("growing_rooms"."code" ~ '^[A-Z][A-Z0-9]{0,5}$'),
	CONSTRAINT "growing_rooms_places" CHECK ("growing_rooms"."places" between 1 and 999999),
	CONSTRAINT "growing_rooms_numbers" CHECK ("growing_rooms"."last_number" between 0 and 999999),
	CONSTRAINT "growing_rooms_stage" CHECK ("growing_rooms"."stage" in ('seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting')),
	CONSTRAINT "growing_rooms_begun" CHECK (("growing_rooms"."cycle" = 0) = ("growing_rooms"."stage" is null) and ("growing_rooms"."cycle" = 0) = ("growing_rooms"."stage_since" is null))
);
--> statement-breakpoint
CREATE TABLE "growing_stages" (
	"room_code" text NOT NULL,
	"cycle" integer NOT NULL,
	"stage" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"expected_on" date,
	"strain" text NOT NULL,
	"staff_id" integer,
	CONSTRAINT "growing_stages_room_code_cycle_stage_pk" PRIMARY KEY("room_code","cycle","stage"),
	CONSTRAINT "growing_stages_stage" CHECK ("growing_stages"."stage" in ('seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting')),
	CONSTRAINT "growing_stages_strain" CHECK (char_length("growing_stages"."strain") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "growing_purchase_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "growing_purchase_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"order_label" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "growing_purchase_events_kind" CHECK ("growing_purchase_events"."kind" in ('bought', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "growing_purchases" (
	"order_label" text PRIMARY KEY NOT NULL,
	"sale_label" text NOT NULL,
	"user_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "growing_purchases_state" CHECK ("growing_purchases"."state" in ('reserved', 'sold', 'ended', 'returned')),
	CONSTRAINT "growing_purchases_quantity" CHECK ("growing_purchases"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "growing_sales" (
	"label" text PRIMARY KEY NOT NULL,
	"room_code" text NOT NULL,
	"strain" text NOT NULL,
	"first_cycle" integer NOT NULL,
	"cycles" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"price_per_plant" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"total" integer NOT NULL,
	"max_per_member" integer NOT NULL,
	"member_share" integer NOT NULL,
	"terms_note" text,
	"terms_note_de" text,
	"sold" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "growing_sales_stock" CHECK ("growing_sales"."sold" >= 0 and "growing_sales"."reserved" >= 0 and "growing_sales"."sold" + "growing_sales"."reserved" <= "growing_sales"."total"),
	CONSTRAINT "growing_sales_total" CHECK ("growing_sales"."total" between 1 and 999999),
	CONSTRAINT "growing_sales_max" CHECK ("growing_sales"."max_per_member" between 1 and "growing_sales"."total"),
	CONSTRAINT "growing_sales_cycles" CHECK ("growing_sales"."first_cycle" >= 1 and "growing_sales"."cycles" between 1 and 100),
	CONSTRAINT "growing_sales_price" CHECK ("growing_sales"."price_per_plant" between 1 and 100000000),
	CONSTRAINT "growing_sales_share" CHECK ("growing_sales"."member_share" between 0 and 10000),
	CONSTRAINT "growing_sales_time" CHECK ("growing_sales"."starts_at" < "growing_sales"."ends_at"),
	CONSTRAINT "growing_sales_note" CHECK (char_length("growing_sales"."terms_note") <= 500 and char_length("growing_sales"."terms_note_de") <= 500)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
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
	"expiry_mailed_at" timestamp (3) with time zone,
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
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"mails" integer DEFAULT 1 NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"revert_token_hash" text,
	"revert_expires_at" timestamp (3) with time zone,
	"reverted_at" timestamp (3) with time zone,
	"overtaken_at" timestamp (3) with time zone,
	CONSTRAINT "email_changes_revert_token_hash_unique" UNIQUE("revert_token_hash"),
	CONSTRAINT "email_changes_addresses" CHECK ("email_changes"."new_email" = lower("email_changes"."new_email") and char_length("email_changes"."new_email") <= 254 and "email_changes"."new_email" <> "email_changes"."old_email"),
	CONSTRAINT "email_changes_attempts" CHECK ("email_changes"."attempts" between 0 and 5 and "email_changes"."mails" between 1 and 5),
	CONSTRAINT "email_changes_one_end" CHECK ("email_changes"."confirmed_at" is null or "email_changes"."ended_at" is null),
	CONSTRAINT "email_changes_revert_week" CHECK (("email_changes"."revert_token_hash" is null) = ("email_changes"."revert_expires_at" is null) and ("email_changes"."revert_token_hash" is null
        or ("email_changes"."confirmed_at" is not null and "email_changes"."revert_expires_at" <= "email_changes"."confirmed_at" + interval '7 days'))),
	CONSTRAINT "email_changes_reverted_once" CHECK (("email_changes"."reverted_at" is null or "email_changes"."revert_token_hash" is not null) and ("email_changes"."reverted_at" is null or "email_changes"."overtaken_at" is null))
);
--> statement-breakpoint
CREATE TABLE "ghost_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"actor_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"ticket_id" integer,
	"read_only" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "ghost_links_reason" CHECK (char_length("ghost_links"."reason") between 10 and 500)
);
--> statement-breakpoint
CREATE TABLE "ghost_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ghost_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" uuid NOT NULL,
	"actor_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"page" text,
	"outcome" text NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "ghost_requests_outcome" CHECK ("ghost_requests"."outcome" in ('read', 'write', 'refused')),
	CONSTRAINT "ghost_requests_page" CHECK ("ghost_requests"."page" like '/%' and char_length("ghost_requests"."page") <= 300)
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"wait_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_failures_limit" CHECK ("login_failures"."failures" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "referral_clicks" (
	"ref_hash" text NOT NULL,
	"day" date NOT NULL,
	"ip_hash" text NOT NULL,
	"campaign" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_clicks_ref_hash_day_ip_hash_pk" PRIMARY KEY("ref_hash","day","ip_hash"),
	CONSTRAINT "referral_clicks_campaign" CHECK (char_length("referral_clicks"."campaign") <= 60)
);
--> statement-breakpoint
CREATE TABLE "sign_in_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "two_factor_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"device_name" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "two_factor_challenges_attempts" CHECK ("two_factor_challenges"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "staff_proposals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"summary" text NOT NULL,
	"payload" jsonb NOT NULL,
	"digest" text NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" integer NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" integer,
	"confirmed_at" timestamp (3) with time zone,
	"withdrawn_by" integer,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "staff_proposals_two_people" CHECK ("staff_proposals"."confirmed_by" <> "staff_proposals"."proposed_by"),
	CONSTRAINT "staff_proposals_confirmed" CHECK (("staff_proposals"."confirmed_by" is null) = ("staff_proposals"."confirmed_at" is null)),
	CONSTRAINT "staff_proposals_withdrawn" CHECK (("staff_proposals"."withdrawn_by" is null) = ("staff_proposals"."withdrawn_at" is null)),
	CONSTRAINT "staff_proposals_closed_once" CHECK ("staff_proposals"."confirmed_at" is null or "staff_proposals"."withdrawn_at" is null)
);
--> statement-breakpoint
CREATE TABLE "staff_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "staff_tokens_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_tokens_eight_hours" CHECK ("staff_tokens"."expires_at" > "staff_tokens"."created_at" and "staff_tokens"."expires_at" <= "staff_tokens"."created_at" + interval '8 hours')
);
--> statement-breakpoint
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
CREATE TABLE "ledger_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"currency" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"postings" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_accounts_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","currency"),
	CONSTRAINT "ledger_accounts_owner" CHECK (("ledger_accounts"."kind" like 'member.%') = ("ledger_accounts"."user_id" is not null)),
	CONSTRAINT "ledger_accounts_currency" CHECK ("ledger_accounts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "ledger_accounts_not_overdrawn" CHECK ("ledger_accounts"."kind" not like 'member.%' or "ledger_accounts"."kind" = 'member.debt' or "ledger_accounts"."balance" >= 0),
	CONSTRAINT "ledger_accounts_debt" CHECK ("ledger_accounts"."kind" <> 'member.debt' or "ledger_accounts"."balance" <= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"salt" "bytea" NOT NULL,
	"postings" integer NOT NULL,
	CONSTRAINT "ledger_entries_key_unique" UNIQUE("key"),
	CONSTRAINT "ledger_entries_salt" CHECK (octet_length("ledger_entries"."salt") = 32),
	CONSTRAINT "ledger_entries_postings" CHECK ("ledger_entries"."postings" >= 2),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" ~ '^[a-z][a-z_.]{1,39}$'),
	CONSTRAINT "ledger_entries_key" CHECK (char_length("ledger_entries"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "ledger_log_heads" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root_hash" "bytea" NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "ledger_log_heads_root" CHECK (octet_length("ledger_log_heads"."root_hash") = 32),
	CONSTRAINT "ledger_log_heads_size" CHECK ("ledger_log_heads"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_log_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"entry_id" bigint,
	CONSTRAINT "ledger_log_nodes_level_position_pk" PRIMARY KEY("level","position"),
	CONSTRAINT "ledger_log_nodes_entryId_unique" UNIQUE("entry_id"),
	CONSTRAINT "ledger_log_nodes_hash" CHECK (octet_length("ledger_log_nodes"."hash") = 32),
	CONSTRAINT "ledger_log_nodes_leaf" CHECK (("ledger_log_nodes"."level" = 0) = ("ledger_log_nodes"."entry_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"entry_id" bigint NOT NULL,
	"account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"balance_after" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_postings_account_id_position_pk" PRIMARY KEY("account_id","position"),
	CONSTRAINT "ledger_postings_amount" CHECK ("ledger_postings"."amount" <> 0 and abs("ledger_postings"."amount") <= 1000000000000000)
);
--> statement-breakpoint
CREATE TABLE "ledger_unlogged" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mailbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"links" jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailbox_jobId_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"language" text NOT NULL,
	"timezone" text,
	"country" text,
	"birthdate" date,
	"email_verified_at" timestamp (3) with time zone,
	"google2fa_secret" text,
	"google2fa_enabled_at" timestamp (3) with time zone,
	"google2fa_last_step" bigint,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"ref_hash" text NOT NULL,
	"referrer_id" integer,
	"referrer_named_at" timestamp (3) with time zone,
	"instruction_state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"eth_address" text,
	"address_is_filled" boolean DEFAULT false NOT NULL,
	"first_withdrawal_at" timestamp (3) with time zone,
	"identity_unlocked_until" timestamp (3) with time zone,
	"tracking_consent_at" timestamp (3) with time zone,
	"deletion_requested_at" timestamp (3) with time zone,
	"deletion_due_at" timestamp (3) with time zone,
	"deletion_reminded_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_ref_hash_unique" UNIQUE("ref_hash"),
	CONSTRAINT "users_names_length" CHECK (char_length("users"."firstname") between 1 and 80 and char_length("users"."lastname") between 1 and 80),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email") and char_length("users"."email") <= 254),
	CONSTRAINT "users_language" CHECK ("users"."language" in ('en', 'de')),
	CONSTRAINT "users_country" CHECK ("users"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "users_ref_hash" CHECK ("users"."ref_hash" ~ '^[A-Za-z0-9]{6,16}$'),
	CONSTRAINT "users_no_self_referral" CHECK ("users"."referrer_id" <> "users"."id"),
	CONSTRAINT "users_referrer_named_in_time" CHECK ("users"."referrer_named_at" < "users"."created_at" + interval '14 days'),
	CONSTRAINT "users_eth_address" CHECK ("users"."eth_address" ~ '^0x[0-9A-Fa-f]{40}$'),
	CONSTRAINT "users_two_factor_secret" CHECK ("users"."google2fa_enabled_at" is null or "users"."google2fa_secret" is not null),
	CONSTRAINT "users_deletion_due" CHECK (("users"."deletion_due_at" is null) = ("users"."deletion_requested_at" is null) and "users"."deletion_due_at" > "users"."deletion_requested_at"),
	CONSTRAINT "users_deleted_is_anonymous" CHECK ("users"."deleted_at" is null or ("users"."email" = 'deleted-' || "users"."id" and "users"."deletion_due_at" is null
        and coalesce("users"."password_hash", "users"."google2fa_secret", "users"."eth_address", "users"."country", "users"."timezone") is null
        and "users"."birthdate" is null and "users"."email_verified_at" is null and "users"."tracking_consent_at" is null))
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "access_tokens_lifetime" CHECK ("access_tokens"."expires_at" > "access_tokens"."created_at")
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"device_name" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"known_device_id" uuid,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "auth_sessions_one_day" CHECK ("auth_sessions"."expires_at" > "auth_sessions"."created_at" and "auth_sessions"."expires_at" <= "auth_sessions"."created_at" + interval '24 hours'),
	CONSTRAINT "auth_sessions_revoked_reason" CHECK (("auth_sessions"."revoked_at" is null) = ("auth_sessions"."revoked_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "ghost_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"actor_name" text NOT NULL,
	"reason" text NOT NULL,
	"ticket_id" integer,
	"read_only" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text,
	CONSTRAINT "ghost_sessions_reason" CHECK (char_length("ghost_sessions"."reason") between 10 and 500),
	CONSTRAINT "ghost_sessions_not_oneself" CHECK ("ghost_sessions"."actor_id" <> "ghost_sessions"."user_id"),
	CONSTRAINT "ghost_sessions_half_an_hour" CHECK ("ghost_sessions"."expires_at" > "ghost_sessions"."started_at" and "ghost_sessions"."expires_at" <= "ghost_sessions"."started_at" + interval '30 minutes'),
	CONSTRAINT "ghost_sessions_ended_reason" CHECK (("ghost_sessions"."ended_at" is null) = ("ghost_sessions"."ended_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "notification_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"unread" integer NOT NULL,
	"read" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"wanted" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_preferences_user_id_kind_channel_pk" PRIMARY KEY("user_id","kind","channel"),
	CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('wallet', 'growing', 'support', 'chat', 'news', 'affiliate', 'appointment', 'club')),
	CONSTRAINT "notification_preferences_channel" CHECK ("notification_preferences"."channel" in ('site', 'mail', 'push'))
);
--> statement-breakpoint
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
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"icon_class" text NOT NULL,
	"status" text NOT NULL,
	"url" text,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_url" CHECK ("notifications"."url" like '/%' and "notifications"."url" not like '//%')
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
CREATE TABLE "export_chunks" (
	"export_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "export_chunks_export_id_attempt_number_pk" PRIMARY KEY("export_id","attempt","number"),
	CONSTRAINT "export_chunks_size" CHECK (octet_length("export_chunks"."bytes") between 1 and 262144)
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"size" bigint,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "exports_state" CHECK ("exports"."state" in ('waiting', 'running', 'ready', 'failed', 'expired')),
	CONSTRAINT "exports_ready_is_whole" CHECK ("exports"."state" <> 'ready' or (coalesce("exports"."size", 0) > 0 and "exports"."made_at" is not null and "exports"."expires_at" is not null)),
	CONSTRAINT "exports_progress" CHECK ("exports"."rows_done" between 0 and "exports"."rows_total")
);
--> statement-breakpoint
CREATE TABLE "push_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_tokens_id_unique" UNIQUE("id"),
	CONSTRAINT "push_tokens_token" CHECK ("push_tokens"."token" ~ '^[A-Za-z0-9_:.-]+$' and char_length("push_tokens"."token") between 32 and 1024)
);
--> statement-breakpoint
CREATE TABLE "term_acceptances" (
	"user_id" integer NOT NULL,
	"terms_id" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	CONSTRAINT "term_acceptances_user_id_terms_id_pk" PRIMARY KEY("user_id","terms_id")
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"name" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"required" boolean NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "terms_slug_version" UNIQUE("slug","version"),
	CONSTRAINT "terms_version" CHECK ("terms"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_bank_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_bank_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"account_iban" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"facts" text NOT NULL,
	"reference" text,
	"content" jsonb NOT NULL,
	"day_opening" bigint,
	"transfer_id" bigint NOT NULL,
	"is_doubtful" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_bank_overrules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_bank_overrules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"line_id" bigint,
	"transfer_id" bigint NOT NULL,
	"same_as" bigint,
	"reason" text NOT NULL,
	"proposed_by" integer NOT NULL,
	"confirmed_by" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_bank_overrules_line" UNIQUE("line_id"),
	CONSTRAINT "wallet_bank_overrules_four_eyes" CHECK ("wallet_bank_overrules"."proposed_by" <> "wallet_bank_overrules"."confirmed_by"),
	CONSTRAINT "wallet_bank_overrules_reason" CHECK (char_length(btrim("wallet_bank_overrules"."reason")) between 1 and 500),
	CONSTRAINT "wallet_bank_overrules_kind" CHECK (case "wallet_bank_overrules"."kind" when 'own' then "wallet_bank_overrules"."line_id" is not null and "wallet_bank_overrules"."same_as" is null
        when 'same' then "wallet_bank_overrules"."line_id" is null and "wallet_bank_overrules"."same_as" is not null and "wallet_bank_overrules"."same_as" <> "wallet_bank_overrules"."transfer_id"
        else false end)
);
--> statement-breakpoint
CREATE TABLE "wallet_bank_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_bank_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_iban" text NOT NULL,
	"name" text,
	"written_at" text,
	"digest" text NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"last_day" date,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_bank_statements_once" UNIQUE("account_iban","digest"),
	CONSTRAINT "wallet_bank_statements_balances" CHECK (("wallet_bank_statements"."opening" is null) = ("wallet_bank_statements"."closing" is null))
);
--> statement-breakpoint
CREATE TABLE "wallet_bank_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_bank_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_iban" text NOT NULL,
	"bank_reference" text,
	"facts" text NOT NULL,
	"occurrence" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"booked_on" date NOT NULL,
	"remittance" text NOT NULL,
	"end_to_end_id" text,
	"party_name" text,
	"party_iban" text,
	"outcome" text NOT NULL,
	"reason" text,
	"order_label" text,
	"withdrawal_label" text,
	"entry_id" bigint,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_bank_transfers_once" UNIQUE("account_iban","facts","occurrence"),
	CONSTRAINT "wallet_bank_transfers_amount" CHECK ("wallet_bank_transfers"."amount" <> 0),
	CONSTRAINT "wallet_bank_transfers_outcome" CHECK ("wallet_bank_transfers"."outcome" in ('credited', 'unmatched', 'assigned', 'payout', 'return', 'reversal', 'other', 'duplicate'))
);
--> statement-breakpoint
CREATE TABLE "wallet_order_items" (
	"order_label" text NOT NULL,
	"line" integer NOT NULL,
	"title" text NOT NULL,
	"title_de" text,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	CONSTRAINT "wallet_order_items_order_label_line_pk" PRIMARY KEY("order_label","line"),
	CONSTRAINT "wallet_order_items_quantity" CHECK ("wallet_order_items"."quantity" > 0 and "wallet_order_items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_order_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_order_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_label" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "wallet_orders" (
	"label" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"amount_paid" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"payment_method" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "wallet_orders_type" CHECK ("wallet_orders"."type" in ('deposit', 'plant_purchase', 'event_ticket')),
	CONSTRAINT "wallet_orders_status" CHECK ("wallet_orders"."status" in ('pending', 'awaiting_payment', 'partially_paid', 'paid', 'completed', 'expired', 'canceled', 'refunded')),
	CONSTRAINT "wallet_orders_amount" CHECK ("wallet_orders"."amount" > 0 and "wallet_orders"."amount_paid" >= 0),
	CONSTRAINT "wallet_orders_paid" CHECK ("wallet_orders"."status" not in ('paid', 'completed', 'refunded') or "wallet_orders"."amount_paid" >= "wallet_orders"."amount"),
	CONSTRAINT "wallet_orders_held" CHECK ("wallet_orders"."held" between 0 and "wallet_orders"."amount" and ("wallet_orders"."held" = 0 or "wallet_orders"."type" <> 'deposit' and "wallet_orders"."status" in ('awaiting_payment', 'partially_paid', 'paid'))),
	CONSTRAINT "wallet_orders_method" CHECK ("wallet_orders"."payment_method" in ('bank_transfer', 'balance', 'mixed'))
);
--> statement-breakpoint
CREATE TABLE "wallet_note_words" (
	"account_id" integer NOT NULL,
	"beginning" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "wallet_note_words_account_id_beginning_position_pk" PRIMARY KEY("account_id","beginning","position")
);
--> statement-breakpoint
CREATE TABLE "wallet_transactions" (
	"account_id" integer NOT NULL,
	"position" bigint NOT NULL,
	"label" text NOT NULL,
	"user_id" integer NOT NULL,
	"entry_id" bigint NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"balance_after" bigint NOT NULL,
	"type_total" bigint DEFAULT 0 NOT NULL,
	"note" text,
	"reference_kind" text,
	"reference_label" text,
	"booked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_transactions_account_id_position_pk" PRIMARY KEY("account_id","position"),
	CONSTRAINT "wallet_transactions_label_unique" UNIQUE("label"),
	CONSTRAINT "wallet_transactions_type" CHECK ("wallet_transactions"."type" in ('deposit', 'withdrawal', 'withdrawal_fee', 'withdrawal_refund', 'plant_purchase', 'harvest_payout', 'commission', 'commission_reversal', 'refund', 'bonus', 'adjustment', 'event_ticket')),
	CONSTRAINT "wallet_transactions_status" CHECK ("wallet_transactions"."status" in ('pending', 'completed', 'reversed', 'failed')),
	CONSTRAINT "wallet_transactions_reference" CHECK (("wallet_transactions"."reference_kind" is null) = ("wallet_transactions"."reference_label" is null))
);
--> statement-breakpoint
CREATE TABLE "wallet_withdraw_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_withdraw_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text DEFAULT 'sepa' NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"bank_name" text,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"enabled_for" text,
	"usable_at" timestamp (3) with time zone NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "wallet_withdraw_accounts_type" CHECK ("wallet_withdraw_accounts"."type" = 'sepa'),
	CONSTRAINT "wallet_withdraw_accounts_iban" CHECK ("wallet_withdraw_accounts"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "wallet_withdraw_accounts_name" CHECK (char_length("wallet_withdraw_accounts"."name") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "wallet_payout_files" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"transfers" integer NOT NULL,
	"total" bigint NOT NULL,
	"xml" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_withdrawal_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"withdraw_account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_withdrawal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_withdrawal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_label" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"staff_id" integer
);
--> statement-breakpoint
CREATE TABLE "wallet_withdrawals" (
	"label" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"draft_id" uuid NOT NULL,
	"withdraw_account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"status" text NOT NULL,
	"transaction_label" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"estimated_on" date NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"four_eyes_from" bigint NOT NULL,
	"approved_by" integer,
	"payout_file_id" text,
	"external_reference" text,
	"failure_reason" text,
	"cancel_token_hash" "bytea" NOT NULL,
	CONSTRAINT "wallet_withdrawals_draftId_unique" UNIQUE("draft_id"),
	CONSTRAINT "wallet_withdrawals_transactionLabel_unique" UNIQUE("transaction_label"),
	CONSTRAINT "wallet_withdrawals_status" CHECK ("wallet_withdrawals"."status" in ('pending', 'approved', 'processing', 'completed', 'canceled', 'rejected', 'failed', 'returned')),
	CONSTRAINT "wallet_withdrawals_amount" CHECK ("wallet_withdrawals"."amount" > "wallet_withdrawals"."fee" and "wallet_withdrawals"."fee" >= 0),
	CONSTRAINT "wallet_withdrawals_approved" CHECK ("wallet_withdrawals"."approved_by" <> "wallet_withdrawals"."user_id" and ("wallet_withdrawals"."approved_by" is not null or "wallet_withdrawals"."status" in ('pending', 'canceled', 'rejected'))),
	CONSTRAINT "wallet_withdrawals_exported" CHECK (("wallet_withdrawals"."payout_file_id" is not null) = ("wallet_withdrawals"."status" in ('processing', 'completed', 'failed', 'returned')))
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_harvest_shares" ADD CONSTRAINT "growing_harvest_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_harvest_shares" ADD CONSTRAINT "growing_harvest_shares_room_code_cycle_version_growing_harvests_room_code_cycle_version_fk" FOREIGN KEY ("room_code","cycle","version") REFERENCES "public"."growing_harvests"("room_code","cycle","version") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_harvests" ADD CONSTRAINT "growing_harvests_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_harvests" ADD CONSTRAINT "growing_harvests_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_harvests" ADD CONSTRAINT "growing_harvests_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_harvests" ADD CONSTRAINT "growing_harvests_discarded_by_users_id_fk" FOREIGN KEY ("discarded_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_overpaid" ADD CONSTRAINT "growing_overpaid_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_notices" ADD CONSTRAINT "growing_notices_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_photo_files" ADD CONSTRAINT "growing_photo_files_photo_id_growing_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."growing_photos"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_photo_originals" ADD CONSTRAINT "growing_photo_originals_photo_id_growing_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."growing_photos"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_photos" ADD CONSTRAINT "growing_photos_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_photos" ADD CONSTRAINT "growing_photos_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_holdings" ADD CONSTRAINT "growing_holdings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_holdings" ADD CONSTRAINT "growing_holdings_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_losses" ADD CONSTRAINT "growing_losses_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_losses" ADD CONSTRAINT "growing_losses_room_code_position_growing_plants_room_code_position_fk" FOREIGN KEY ("room_code","position") REFERENCES "public"."growing_plants"("room_code","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_plants" ADD CONSTRAINT "growing_plants_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_plants" ADD CONSTRAINT "growing_plants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_plants" ADD CONSTRAINT "growing_plants_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_plants" ADD CONSTRAINT "growing_plants_sale_label_growing_sales_label_fk" FOREIGN KEY ("sale_label") REFERENCES "public"."growing_sales"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_stock" ADD CONSTRAINT "growing_stock_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_counts" ADD CONSTRAINT "growing_counts_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_counts" ADD CONSTRAINT "growing_counts_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_stages" ADD CONSTRAINT "growing_stages_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_stages" ADD CONSTRAINT "growing_stages_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_purchase_events" ADD CONSTRAINT "growing_purchase_events_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_purchases" ADD CONSTRAINT "growing_purchases_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_purchases" ADD CONSTRAINT "growing_purchases_sale_label_growing_sales_label_fk" FOREIGN KEY ("sale_label") REFERENCES "public"."growing_sales"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_purchases" ADD CONSTRAINT "growing_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "growing_sales" ADD CONSTRAINT "growing_sales_room_code_growing_rooms_code_fk" FOREIGN KEY ("room_code") REFERENCES "public"."growing_rooms"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ghost_links" ADD CONSTRAINT "ghost_links_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ghost_links" ADD CONSTRAINT "ghost_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ghost_requests" ADD CONSTRAINT "ghost_requests_session_id_ghost_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."ghost_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_ref_hash_users_ref_hash_fk" FOREIGN KEY ("ref_hash") REFERENCES "public"."users"("ref_hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "sign_in_tokens" ADD CONSTRAINT "sign_in_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_challenges" ADD CONSTRAINT "two_factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_proposals" ADD CONSTRAINT "staff_proposals_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_setups" ADD CONSTRAINT "two_factor_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_setups" ADD CONSTRAINT "two_factor_setups_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_log_nodes" ADD CONSTRAINT "ledger_log_nodes_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_unlogged" ADD CONSTRAINT "ledger_unlogged_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_counts" ADD CONSTRAINT "notification_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_times" ADD CONSTRAINT "notification_times_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_mails" ADD CONSTRAINT "waiting_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_acceptances" ADD CONSTRAINT "term_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_acceptances" ADD CONSTRAINT "term_acceptances_terms_id_terms_id_fk" FOREIGN KEY ("terms_id") REFERENCES "public"."terms"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_lines" ADD CONSTRAINT "wallet_bank_lines_statement_id_wallet_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."wallet_bank_statements"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_lines" ADD CONSTRAINT "wallet_bank_lines_transfer_id_wallet_bank_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."wallet_bank_transfers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_overrules" ADD CONSTRAINT "wallet_bank_overrules_line_id_wallet_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."wallet_bank_lines"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_overrules" ADD CONSTRAINT "wallet_bank_overrules_transfer_id_wallet_bank_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."wallet_bank_transfers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_overrules" ADD CONSTRAINT "wallet_bank_overrules_same_as_wallet_bank_transfers_id_fk" FOREIGN KEY ("same_as") REFERENCES "public"."wallet_bank_transfers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_overrules" ADD CONSTRAINT "wallet_bank_overrules_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_overrules" ADD CONSTRAINT "wallet_bank_overrules_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_transfers" ADD CONSTRAINT "wallet_bank_transfers_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_transfers" ADD CONSTRAINT "wallet_bank_transfers_withdrawal_label_wallet_withdrawals_label_fk" FOREIGN KEY ("withdrawal_label") REFERENCES "public"."wallet_withdrawals"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bank_transfers" ADD CONSTRAINT "wallet_bank_transfers_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_order_items" ADD CONSTRAINT "wallet_order_items_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_order_steps" ADD CONSTRAINT "wallet_order_steps_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_orders" ADD CONSTRAINT "wallet_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_note_words" ADD CONSTRAINT "wallet_note_words_account_id_position_wallet_transactions_account_id_position_fk" FOREIGN KEY ("account_id","position") REFERENCES "public"."wallet_transactions"("account_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_account_id_position_ledger_postings_account_id_position_fk" FOREIGN KEY ("account_id","position") REFERENCES "public"."ledger_postings"("account_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdraw_accounts" ADD CONSTRAINT "wallet_withdraw_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_payout_files" ADD CONSTRAINT "wallet_payout_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_drafts" ADD CONSTRAINT "wallet_withdrawal_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_drafts" ADD CONSTRAINT "wallet_withdrawal_drafts_withdraw_account_id_wallet_withdraw_accounts_id_fk" FOREIGN KEY ("withdraw_account_id") REFERENCES "public"."wallet_withdraw_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_steps" ADD CONSTRAINT "wallet_withdrawal_steps_withdrawal_label_wallet_withdrawals_label_fk" FOREIGN KEY ("withdrawal_label") REFERENCES "public"."wallet_withdrawals"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawal_steps" ADD CONSTRAINT "wallet_withdrawal_steps_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_withdraw_account_id_wallet_withdraw_accounts_id_fk" FOREIGN KEY ("withdraw_account_id") REFERENCES "public"."wallet_withdraw_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_withdrawals" ADD CONSTRAINT "wallet_withdrawals_payout_file_id_wallet_payout_files_id_fk" FOREIGN KEY ("payout_file_id") REFERENCES "public"."wallet_payout_files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_user_id_id" ON "audit_log" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_user_id_at" ON "audit_log" USING btree ("user_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "growing_harvest_shares_of_member" ON "growing_harvest_shares" USING btree ("user_id","settled_at");--> statement-breakpoint
CREATE INDEX "growing_harvest_shares_open" ON "growing_harvest_shares" USING btree ("room_code","cycle","version","user_id") WHERE "growing_harvest_shares"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "growing_harvests_unfinished" ON "growing_harvests" USING btree ("recorded_at") WHERE "growing_harvests"."status" in ('recorded', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "growing_notices_once" ON "growing_notices" USING btree ("room_code","cycle","event","at");--> statement-breakpoint
CREATE INDEX "growing_photos_of_room" ON "growing_photos" USING btree ("room_code","taken_on","created_at","id");--> statement-breakpoint
CREATE INDEX "growing_plants_of_member" ON "growing_plants" USING btree ("user_id","room_code","position","returned_at");--> statement-breakpoint
CREATE INDEX "growing_plants_of_order" ON "growing_plants" USING btree ("order_label","position");--> statement-breakpoint
CREATE UNIQUE INDEX "growing_purchase_events_once" ON "growing_purchase_events" USING btree ("order_label","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "growing_purchases_one_open" ON "growing_purchases" USING btree ("sale_label","user_id") WHERE "growing_purchases"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX "growing_purchases_of_member" ON "growing_purchases" USING btree ("user_id","sale_label");--> statement-breakpoint
CREATE INDEX "growing_sales_by_end" ON "growing_sales" USING btree ("ends_at" DESC NULLS LAST,"label");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_name" ON "api_tokens" USING btree ("user_id",lower("name")) WHERE "api_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_tokens_expires_at_index" ON "api_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_pending" ON "email_changes" USING btree ("user_id") WHERE "email_changes"."confirmed_at" is null and "email_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "email_changes_new_email" ON "email_changes" USING btree ("new_email","created_at");--> statement-breakpoint
CREATE INDEX "email_changes_old_email" ON "email_changes" USING btree ("old_email") WHERE "email_changes"."revert_token_hash" is not null;--> statement-breakpoint
CREATE INDEX "ghost_requests_session_id_index" ON "ghost_requests" USING btree ("session_id","id");--> statement-breakpoint
CREATE INDEX "sign_in_tokens_user_id_index" ON "sign_in_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factor_challenges_user_id_index" ON "two_factor_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_proposals_open" ON "staff_proposals" USING btree ("kind","subject") WHERE "staff_proposals"."confirmed_at" is null and "staff_proposals"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "staff_tokens_user_id_index" ON "staff_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factor_setups_session_id_index" ON "two_factor_setups" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_entry" ON "ledger_postings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "mailbox_to_id" ON "mailbox" USING btree ("to","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_referrer_id_index" ON "users" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "users_deletion_due_at_index" ON "users" USING btree ("deletion_due_at") WHERE "users"."deletion_due_at" is not null;--> statement-breakpoint
CREATE INDEX "access_tokens_session_id_index" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user_id_index" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_known_device_id_index" ON "auth_sessions" USING btree ("known_device_id");--> statement-breakpoint
CREATE INDEX "ghost_sessions_user_id_index" ON "ghost_sessions" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "known_devices_user_id_index" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_counts_of_member" ON "notification_counts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("user_id","id") WHERE "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_to_tidy" ON "notifications" USING btree ("created_at") WHERE "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "waiting_mails_due" ON "waiting_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "waiting_mails_of_user" ON "waiting_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exports_user_id_requested_at" ON "exports" USING btree ("user_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("user_id") WHERE "exports"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "push_tokens_user_id_index" ON "push_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_tokens_session_id_index" ON "push_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "wallet_bank_lines_day" ON "wallet_bank_lines" USING btree ("account_iban","booked_on");--> statement-breakpoint
CREATE INDEX "wallet_bank_lines_reference" ON "wallet_bank_lines" USING btree ("account_iban","reference");--> statement-breakpoint
CREATE INDEX "wallet_bank_lines_doubtful" ON "wallet_bank_lines" USING btree ("id") WHERE "wallet_bank_lines"."is_doubtful";--> statement-breakpoint
CREATE INDEX "wallet_bank_transfers_day" ON "wallet_bank_transfers" USING btree ("account_iban","booked_on");--> statement-breakpoint
CREATE INDEX "wallet_bank_transfers_reference" ON "wallet_bank_transfers" USING btree ("account_iban","bank_reference");--> statement-breakpoint
CREATE INDEX "wallet_bank_transfers_unmatched" ON "wallet_bank_transfers" USING btree ("id") WHERE "wallet_bank_transfers"."outcome" = 'unmatched';--> statement-breakpoint
CREATE INDEX "wallet_order_steps_order" ON "wallet_order_steps" USING btree ("order_label","id");--> statement-breakpoint
CREATE INDEX "wallet_orders_of_member" ON "wallet_orders" USING btree ("user_id","created_at" DESC NULLS LAST,"label");--> statement-breakpoint
CREATE INDEX "wallet_orders_open_of_member" ON "wallet_orders" USING btree ("user_id","created_at" DESC NULLS LAST,"label") WHERE "wallet_orders"."status" in ('pending', 'awaiting_payment', 'partially_paid');--> statement-breakpoint
CREATE INDEX "wallet_orders_due" ON "wallet_orders" USING btree ("expires_at") WHERE "wallet_orders"."status" in ('pending', 'awaiting_payment', 'partially_paid');--> statement-breakpoint
CREATE INDEX "wallet_transactions_reference" ON "wallet_transactions" USING btree ("reference_label","account_id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_in_order" ON "wallet_transactions" USING btree ("account_id","type","status",("amount" > 0),"position","amount");--> statement-breakpoint
CREATE INDEX "wallet_transactions_by_amount" ON "wallet_transactions" USING btree ("account_id","type","status",("amount" > 0),abs("amount"),"position","amount");--> statement-breakpoint
CREATE INDEX "wallet_transactions_entry" ON "wallet_transactions" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_over_time" ON "wallet_transactions" USING btree ("account_id","booked_at","position");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_withdraw_accounts_once" ON "wallet_withdraw_accounts" USING btree ("user_id","iban") WHERE "wallet_withdraw_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_withdraw_accounts_default" ON "wallet_withdraw_accounts" USING btree ("user_id") WHERE "wallet_withdraw_accounts"."is_default" and "wallet_withdraw_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "wallet_withdrawal_steps_withdrawal" ON "wallet_withdrawal_steps" USING btree ("withdrawal_label","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_withdrawals_cancel_token" ON "wallet_withdrawals" USING btree ("cancel_token_hash");--> statement-breakpoint
CREATE INDEX "wallet_withdrawals_of_member" ON "wallet_withdrawals" USING btree ("user_id","requested_at" DESC NULLS LAST,"label");--> statement-breakpoint
CREATE INDEX "wallet_withdrawals_open_of_member" ON "wallet_withdrawals" USING btree ("user_id","requested_at" DESC NULLS LAST,"label") WHERE "wallet_withdrawals"."status" in ('pending', 'approved', 'processing');--> statement-breakpoint
CREATE INDEX "wallet_withdrawals_open" ON "wallet_withdrawals" USING btree ("status","requested_at") WHERE "wallet_withdrawals"."status" in ('pending', 'approved', 'processing');