-- A stored word names the days of its message from now on, so that a search can begin with the newest ones. Processes of
-- the version before find only what they themselves write, until they have ended. The trigger knows only changes by
-- members.
ALTER TABLE "chat_messages" DISABLE TRIGGER "chat_messages_change";--> statement-breakpoint
UPDATE "chat_messages" SET "search" = array_to_tsvector(ARRAY(
	SELECT regexp_replace(word, '^(\d+):', '\1:' || left("id"::text, 5) || ':') FROM unnest(tsvector_to_array("search")) AS word))
WHERE "search" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ENABLE TRIGGER "chat_messages_change";--> statement-breakpoint
DROP INDEX "chat_messages_words";--> statement-breakpoint
CREATE INDEX "chat_messages_words" ON "chat_messages" USING gin ("search") WITH (fastupdate=false);
