-- News: publishing, and who has read what

INSERT INTO news_stats (id) VALUES (1) ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Posts are written one transaction after the other. This comes before any row is locked, so nobody waits in a circle:
-- the row of news_stats is first, then stories, then posts, then readers by their numbers.
CREATE FUNCTION news_lock_publishing() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO news_stats (id) VALUES (1) ON CONFLICT DO NOTHING;
	PERFORM FROM news_stats WHERE id = 1 FOR UPDATE;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_posts_in_turn BEFORE INSERT OR UPDATE ON "news_posts"
	FOR EACH STATEMENT EXECUTE FUNCTION news_lock_publishing();--> statement-breakpoint
-- A post appears once: the time of its publication never changes. Each language shows its own version, or else the other.
CREATE FUNCTION news_step_post() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF (NEW.id, NEW.atom_id, NEW.story_id, NEW.language, NEW.created_at)
			IS DISTINCT FROM (OLD.id, OLD.atom_id, OLD.story_id, OLD.language, OLD.created_at) THEN
			RAISE EXCEPTION 'a post keeps its story and its language' USING ERRCODE = 'restrict_violation';
		END IF;
		IF OLD.published_at IS NOT NULL AND (NEW.published_at IS DISTINCT FROM OLD.published_at OR NEW.status NOT IN ('published', 'archived')) THEN
			RAISE EXCEPTION 'what was published stays published or is archived' USING ERRCODE = 'restrict_violation';
		END IF;
	END IF;
	IF NEW.published_at IS NOT NULL AND NEW.status <> 'published' AND (TG_OP = 'INSERT' OR OLD.published_at IS NULL) THEN
		RAISE EXCEPTION 'only publishing sets the time of publication' USING ERRCODE = 'restrict_violation';
	END IF;
	NEW.shown_en := NEW.status = 'published' AND (NEW.language = 'en' OR NOT EXISTS (
		SELECT FROM news_posts WHERE story_id = NEW.story_id AND language = 'en' AND status = 'published'));
	NEW.shown_de := NEW.status = 'published' AND (NEW.language = 'de' OR NOT EXISTS (
		SELECT FROM news_posts WHERE story_id = NEW.story_id AND language = 'de' AND status = 'published'));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_posts_step BEFORE INSERT OR UPDATE ON "news_posts"
	FOR EACH ROW EXECUTE FUNCTION news_step_post();--> statement-breakpoint
-- A story is new to everybody when it first appears. When it is archived or comes back, it leaves or joins also the count of
-- those who have read it.
CREATE FUNCTION news_show_story() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	story news_stories;
	shows boolean := EXISTS (SELECT FROM news_posts WHERE story_id = NEW.story_id AND status = 'published');
	change integer := CASE WHEN shows THEN 1 ELSE -1 END;
BEGIN
	-- So that this version and the other one agree on which languages show them.
	UPDATE news_posts SET status = status WHERE story_id = NEW.story_id AND status = 'published';
	SELECT * INTO story FROM news_stories WHERE id = NEW.story_id FOR UPDATE;
	IF shows = story.is_shown THEN
		RETURN NULL;
	END IF;
	IF story.number IS NULL THEN
		UPDATE news_stats SET last_number = last_number + 1, shown = shown + 1;
		UPDATE news_stories SET is_shown = true, first_published_at = NEW.published_at, number = (SELECT last_number FROM news_stats)
			WHERE id = NEW.story_id;
		RETURN NULL;
	END IF;
	UPDATE news_stats SET shown = shown + change;
	UPDATE news_stories SET is_shown = shows WHERE id = NEW.story_id;
	PERFORM FROM news_readers AS r WHERE r.seen_to >= story.number
		OR EXISTS (SELECT FROM news_reads AS m WHERE m.story_id = story.id AND m.user_id = r.user_id) ORDER BY r.user_id FOR UPDATE;
	UPDATE news_readers AS r SET covered = covered + change WHERE r.seen_to >= story.number
		OR EXISTS (SELECT FROM news_reads AS m WHERE m.story_id = story.id AND m.user_id = r.user_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_posts_show_new AFTER INSERT ON "news_posts"
	FOR EACH ROW WHEN (NEW.status = 'published') EXECUTE FUNCTION news_show_story();--> statement-breakpoint
CREATE TRIGGER news_posts_show AFTER UPDATE ON "news_posts"
	FOR EACH ROW WHEN ((OLD.status = 'published') <> (NEW.status = 'published')) EXECUTE FUNCTION news_show_story();--> statement-breakpoint
CREATE FUNCTION news_note_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE news_stats SET changed_at = greatest(changed_at, NEW.updated_at, NEW.archived_at);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_posts_changed_new AFTER INSERT ON "news_posts"
	FOR EACH ROW WHEN (NEW.status = 'published') EXECUTE FUNCTION news_note_change();--> statement-breakpoint
CREATE TRIGGER news_posts_changed AFTER UPDATE ON "news_posts"
	FOR EACH ROW WHEN (OLD.status = 'published' OR NEW.status = 'published') EXECUTE FUNCTION news_note_change();--> statement-breakpoint
CREATE FUNCTION news_keep_story() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.number IS NOT NULL OR NEW.is_shown THEN
			RAISE EXCEPTION 'a story begins without a published post' USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF pg_trigger_depth() < 2 OR NEW.slug <> OLD.slug OR NEW.id <> OLD.id THEN
		RAISE EXCEPTION 'a story follows its posts' USING ERRCODE = 'restrict_violation';
	ELSIF OLD.number IS NOT NULL AND (NEW.number, NEW.first_published_at) IS DISTINCT FROM (OLD.number, OLD.first_published_at) THEN
		RAISE EXCEPTION 'a story keeps its place' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_stories_keep BEFORE INSERT OR UPDATE ON "news_stories"
	FOR EACH ROW EXECUTE FUNCTION news_keep_story();--> statement-breakpoint
CREATE FUNCTION news_keep_stats() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.shown <> 0 OR NEW.last_number <> 0 THEN
			RAISE EXCEPTION 'only posts count stories' USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only posts count stories' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_stats_keep BEFORE INSERT OR UPDATE ON "news_stats"
	FOR EACH ROW EXECUTE FUNCTION news_keep_stats();--> statement-breakpoint
-- To a new member nothing is unread that appeared before.
CREATE FUNCTION news_add_reader() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	-- Shared, so that members join at the same time, but none while a story comes or goes.
	PERFORM FROM news_stats WHERE id = 1 FOR SHARE;
	INSERT INTO news_readers (user_id, seen_to, covered)
		SELECT NEW.id, coalesce(max(last_number), 0), coalesce(max(shown), 0) FROM news_stats;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER users_read_news AFTER INSERT ON "users"
	FOR EACH ROW EXECUTE FUNCTION news_add_reader();--> statement-breakpoint
INSERT INTO news_readers (user_id, seen_to, covered) SELECT id, 0, 0 FROM users;--> statement-breakpoint
CREATE FUNCTION news_share_publishing() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM FROM news_stats WHERE id = 1 FOR SHARE;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_readers_in_turn BEFORE UPDATE OF "seen_to" ON "news_readers"
	FOR EACH STATEMENT EXECUTE FUNCTION news_share_publishing();--> statement-breakpoint
-- Marks up to a story take the place of those of single stories, so they do not grow with the years.
CREATE FUNCTION news_keep_reader() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF pg_trigger_depth() < 2 THEN
			RAISE EXCEPTION 'a reader comes with the member' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF NEW.user_id <> OLD.user_id OR NEW.seen_to < OLD.seen_to
		OR NEW.seen_to > OLD.seen_to AND NEW.seen_to > coalesce((SELECT last_number FROM news_stats), 0) THEN
		RAISE EXCEPTION 'what was read appeared before, and stays read' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.seen_to > OLD.seen_to THEN
		DELETE FROM news_reads AS m USING news_stories AS s
			WHERE m.user_id = NEW.user_id AND s.id = m.story_id AND s.number <= NEW.seen_to;
		NEW.covered := (SELECT shown FROM news_stats)
			- (SELECT count(*) FROM news_stories WHERE is_shown AND number > NEW.seen_to)
			+ (SELECT count(*) FROM news_reads AS m JOIN news_stories AS s ON s.id = m.story_id
				WHERE m.user_id = NEW.user_id AND s.is_shown);
	ELSIF NEW.covered <> OLD.covered AND pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only marks count what was read' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_readers_keep BEFORE INSERT OR UPDATE ON "news_readers"
	FOR EACH ROW EXECUTE FUNCTION news_keep_reader();--> statement-breakpoint
-- Only what is shown, and is not read yet, is marked. A mark does not wait for a publication of another story.
CREATE FUNCTION news_read_story() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	place integer;
	seen integer;
BEGIN
	SELECT number INTO place FROM news_stories WHERE id = NEW.story_id AND is_shown FOR SHARE;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	SELECT seen_to INTO seen FROM news_readers WHERE user_id = NEW.user_id FOR UPDATE;
	IF place <= seen THEN
		RETURN NULL;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_reads_story BEFORE INSERT ON "news_reads"
	FOR EACH ROW EXECUTE FUNCTION news_read_story();--> statement-breakpoint
CREATE FUNCTION news_count_read() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE news_readers SET covered = covered + 1 WHERE user_id = NEW.user_id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_reads_counted AFTER INSERT ON "news_reads"
	FOR EACH ROW EXECUTE FUNCTION news_count_read();--> statement-breakpoint
CREATE FUNCTION news_keep_reads() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'DELETE' AND (pg_trigger_depth() > 1 OR EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'what was read stays read' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER news_reads_keep BEFORE UPDATE OR DELETE ON "news_reads"
	FOR EACH ROW EXECUTE FUNCTION news_keep_reads();--> statement-breakpoint
CREATE FUNCTION news_keep_count() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NULL) THEN
		RAISE EXCEPTION 'counts stay while their member is there' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER news_readers_stay BEFORE DELETE ON "news_readers"
	FOR EACH ROW EXECUTE FUNCTION news_keep_count();--> statement-breakpoint
CREATE TRIGGER news_posts_stay BEFORE DELETE OR TRUNCATE ON "news_posts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_stories_stay BEFORE DELETE OR TRUNCATE ON "news_stories"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_stats_stay BEFORE DELETE OR TRUNCATE ON "news_stats"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_notices_stay BEFORE DELETE OR TRUNCATE ON "news_notices"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_readers_all_stay BEFORE TRUNCATE ON "news_readers"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_reads_stay BEFORE TRUNCATE ON "news_reads"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_pictures_stay BEFORE UPDATE OR TRUNCATE ON "news_pictures"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER news_picture_files_stay BEFORE UPDATE OR TRUNCATE ON "news_picture_files"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
