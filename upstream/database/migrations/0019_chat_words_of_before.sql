-- Words of messages name their days since 0017, but processes of the version before still write words without them while
-- they run beside the new ones, and no search of the new version would ever find those. So the words get their days as
-- they are written. In a message either all words have days or none.
CREATE FUNCTION chat_add_days() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	NEW.search := array_to_tsvector(ARRAY(
		SELECT regexp_replace(word, '^(\d+):(?!.*:)', '\1:' || left(NEW.id::text, 5) || ':')
		FROM unnest(tsvector_to_array(NEW.search)) AS word));
	RETURN NEW;
END
$$;--> statement-breakpoint
-- works beside the version before: it takes the same writes, and its search finds new messages again once it has ended
CREATE TRIGGER chat_messages_days BEFORE INSERT OR UPDATE OF "search" ON "chat_messages"
	FOR EACH ROW WHEN (NOT NEW.search @@ format('''%s:%s:'':*', NEW.user_id, left(NEW.id::text, 5))::tsquery)
	EXECUTE FUNCTION chat_add_days();--> statement-breakpoint
-- What such processes wrote before this migration: not before the day on which 0017 was made, so that few rows are read
-- in whole. The trigger that is off knows only changes by members.
ALTER TABLE "chat_messages" DISABLE TRIGGER "chat_messages_change";--> statement-breakpoint
UPDATE "chat_messages" SET "search" = "search" WHERE "id" > '01a2179a-0000-7000-8000-000000000000'
	AND "search" <> '' AND NOT "search" @@ format('''%s:%s:'':*', "user_id", left("id"::text, 5))::tsquery;--> statement-breakpoint
ALTER TABLE "chat_messages" ENABLE TRIGGER "chat_messages_change";
