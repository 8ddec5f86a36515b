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
--> statement-breakpoint
-- An id begins with its time. Five digits of it change every 2^28 ms, which is 3.1 days.
CREATE FUNCTION chat_days(id text) RETURNS integer IMMUTABLE STRICT LANGUAGE sql SET search_path = public, pg_temp AS $$
	SELECT ('x' || lpad(left(id, 5), 8, '0'))::bit(32)::integer
$$;--> statement-breakpoint
-- Finds the newest messages of a member, before one if it is given, that have all words, or longer words that begin so.
-- It asks the index once for every three days, from the newest to the oldest, and stops when it has enough. `besides` are
-- looked for among the hits of `words`: a large part of the index begins with the same letter.
CREATE FUNCTION chat_search(member integer, words text[], besides text[], before uuid, most integer)
RETURNS SETOF chat_messages STABLE LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	days integer;
	oldest integer;
	missing integer := most;
	here integer;
	-- A word has only letters and digits, so no quote ends it early. The days take the place of #.
	all_words CONSTANT text := (SELECT string_agg(format('''%s:#:%s'':*', member, word), ' & ') FROM unnest(words) AS word);
	all_besides CONSTANT text := (SELECT string_agg(format('''%s:#:%s'':*', member, word), ' & ') FROM unnest(besides) AS word);
	digits text;
BEGIN
	SELECT chat_days(max(id::text)), chat_days(min(id::text)) INTO days, oldest FROM (
		(SELECT id FROM chat_messages WHERE user_id = member ORDER BY id LIMIT 1)
		UNION ALL (SELECT id FROM chat_messages WHERE user_id = member ORDER BY id DESC LIMIT 1)
		UNION ALL (SELECT id FROM chat_messages WHERE to_id = member ORDER BY id LIMIT 1)
		UNION ALL (SELECT id FROM chat_messages WHERE to_id = member ORDER BY id DESC LIMIT 1)) AS ends;
	IF before IS NOT NULL THEN
		days := least(days, chat_days(before::text));
	END IF;
	WHILE missing > 0 AND days >= oldest LOOP
		digits := lpad(to_hex(days), 5, '0');
		RETURN QUERY SELECT m.* FROM chat_messages AS m
		WHERE m.search @@ replace(all_words, '#', digits)::tsquery
			AND (all_besides IS NULL OR (m.search || '') @@ replace(all_besides, '#', digits)::tsquery)
			AND (before IS NULL OR m.id < before)
		ORDER BY m.id DESC LIMIT missing;
		GET DIAGNOSTICS here = ROW_COUNT;
		missing := missing - here;
		days := days - 1;
	END LOOP;
END
$$;
