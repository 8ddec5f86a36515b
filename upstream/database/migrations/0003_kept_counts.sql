-- Kept counts

-- Keeps the numbers of unread and read notifications of each member. A member's numbers are the sums of their rows.
-- A statement adds one row for each member whose numbers it changes. Then it merges the rows of these members into one.
-- It leaves out rows that another transaction has locked. So no statement waits, and the sums are right at each commit.
CREATE FUNCTION keep_notification_counts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	members integer[];
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		DELETE FROM notification_counts;
		RETURN NULL;
	ELSIF TG_OP = 'INSERT' THEN
		WITH written AS (
			INSERT INTO notification_counts (user_id, unread, read)
			SELECT user_id, count(*) FILTER (WHERE read_at IS NULL), count(read_at) FROM added GROUP BY user_id
			RETURNING user_id
		) SELECT array_agg(user_id) INTO members FROM written;
	ELSIF TG_OP = 'DELETE' THEN
		-- The counts of a deleted member are deleted with the member, so they need no row.
		WITH written AS (
			INSERT INTO notification_counts (user_id, unread, read)
			SELECT user_id, -count(*) FILTER (WHERE read_at IS NULL), -count(read_at) FROM removed
			WHERE EXISTS (SELECT FROM users WHERE users.id = removed.user_id) GROUP BY user_id
			RETURNING user_id
		) SELECT array_agg(user_id) INTO members FROM written;
	ELSE
		WITH written AS (
			INSERT INTO notification_counts (user_id, unread, read)
			SELECT user_id, sum(unread), sum(read) FROM (
				SELECT user_id, (read_at IS NULL)::int AS unread, (read_at IS NOT NULL)::int AS read FROM added
				UNION ALL
				SELECT user_id, -(read_at IS NULL)::int, -(read_at IS NOT NULL)::int FROM removed
			) AS changed GROUP BY user_id HAVING sum(unread) <> 0 OR sum(read) <> 0
			RETURNING user_id
		) SELECT array_agg(user_id) INTO members FROM written;
	END IF;
	WITH free AS (
		SELECT id FROM notification_counts WHERE user_id = ANY (members) FOR UPDATE SKIP LOCKED
	), gone AS (
		DELETE FROM notification_counts USING free WHERE notification_counts.id = free.id
		RETURNING user_id, unread, read
	)
	INSERT INTO notification_counts (user_id, unread, read)
	SELECT user_id, sum(unread), sum(read) FROM gone GROUP BY user_id HAVING sum(unread) <> 0 OR sum(read) <> 0;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER notifications_counted_in AFTER INSERT ON "notifications"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_notification_counts();--> statement-breakpoint
CREATE TRIGGER notifications_counted_again AFTER UPDATE ON "notifications"
	REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_notification_counts();--> statement-breakpoint
CREATE TRIGGER notifications_counted_out AFTER DELETE ON "notifications"
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_notification_counts();--> statement-breakpoint
CREATE TRIGGER notifications_counted_none AFTER TRUNCATE ON "notifications"
	FOR EACH STATEMENT EXECUTE FUNCTION keep_notification_counts();--> statement-breakpoint
INSERT INTO notification_counts (user_id, unread, read)
SELECT user_id, count(*) FILTER (WHERE read_at IS NULL), count(read_at) FROM notifications GROUP BY user_id;
