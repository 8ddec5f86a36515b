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
ALTER TABLE "ghost_links" ADD CONSTRAINT "ghost_links_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ghost_links" ADD CONSTRAINT "ghost_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ghost_requests" ADD CONSTRAINT "ghost_requests_session_id_ghost_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."ghost_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ghost_requests_session_id_index" ON "ghost_requests" USING btree ("session_id","id");--> statement-breakpoint
CREATE INDEX "ghost_sessions_user_id_index" ON "ghost_sessions" USING btree ("user_id","started_at");
--> statement-breakpoint
CREATE TRIGGER ghost_requests_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ghost_requests" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ghost_sessions_stay BEFORE DELETE OR TRUNCATE ON "ghost_sessions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ghost_sessions_end_once BEFORE UPDATE ON "ghost_sessions" FOR EACH ROW
	WHEN (OLD."ended_at" IS NOT NULL OR to_jsonb(NEW) - '{ended_at,ended_reason}'::text[] <> to_jsonb(OLD) - '{ended_at,ended_reason}'::text[])
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION end_ghost_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "ghost_sessions" SET "ended_at" = NEW."revoked_at", "ended_reason" = NEW."revoked_reason"
	WHERE "id" = NEW."id" AND "ended_at" IS NULL AND "expires_at" > NEW."revoked_at";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER auth_sessions_end_ghost AFTER UPDATE OF "revoked_at" ON "auth_sessions" FOR EACH ROW
	WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION end_ghost_session();
