-- Chat: conversations and their sides

-- A conversation of two members is between a sponsor and somebody whom they brought. It begins open and empty, and
-- nobody in it has left: a deletion that is under way comes first.
CREATE FUNCTION chat_begin_conversation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.closed_at IS NOT NULL OR NEW.last_message_id IS NOT NULL OR NEW.messages <> 0 OR NEW.club_read_id IS NOT NULL THEN
		RAISE EXCEPTION 'a conversation begins open and empty' USING ERRCODE = 'restrict_violation';
	END IF;
	PERFORM FROM users WHERE id IN (NEW.user_id, NEW.other_id) ORDER BY id FOR SHARE;
	IF EXISTS (SELECT FROM users WHERE id IN (NEW.user_id, NEW.other_id) AND deleted_at IS NOT NULL)
		OR NEW.kind = 'member' AND NOT EXISTS (
			SELECT FROM users AS brought JOIN users AS sponsor ON sponsor.id = brought.referrer_id
			WHERE (brought.id, sponsor.id) IN ((NEW.user_id, NEW.other_id), (NEW.other_id, NEW.user_id))
	) THEN
		RAISE EXCEPTION 'members % and % are not sponsor and first line, or one has left', NEW.user_id, NEW.other_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'chat_conversations_related', TABLE = 'chat_conversations';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_conversations_begin BEFORE INSERT ON "chat_conversations"
	FOR EACH ROW EXECUTE FUNCTION chat_begin_conversation();--> statement-breakpoint
CREATE FUNCTION chat_add_sides() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO chat_participants (conversation_id, user_id, active_id)
		SELECT NEW.id, side, NEW.id FROM unnest(ARRAY[NEW.user_id, NEW.other_id]) AS side WHERE side IS NOT NULL ORDER BY side;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_conversations_sides AFTER INSERT ON "chat_conversations"
	FOR EACH ROW EXECUTE FUNCTION chat_add_sides();--> statement-breakpoint
-- Messages count themselves; their trigger runs one deeper. What the club has read follows from the message.
CREATE FUNCTION chat_step_conversation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	changing CONSTANT text[] := ARRAY['closed_at', 'last_message_id', 'messages', 'written', 'club_read_id', 'club_seen'];
BEGIN
	IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing THEN
		RAISE EXCEPTION 'a conversation keeps its sides' USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW.last_message_id, NEW.messages, NEW.written) IS DISTINCT FROM (OLD.last_message_id, OLD.messages, OLD.written)
		AND pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only messages count messages' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.club_read_id IS DISTINCT FROM OLD.club_read_id THEN
		SELECT written INTO NEW.club_seen FROM chat_messages WHERE conversation_id = NEW.id AND id = NEW.club_read_id
			AND (OLD.club_read_id IS NULL OR id > OLD.club_read_id);
		IF NOT FOUND THEN
			RAISE EXCEPTION 'what was read is a message, and stays read' USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF NEW.club_seen <> OLD.club_seen THEN
		RAISE EXCEPTION 'what was read is a message, and stays read' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_conversations_step BEFORE UPDATE ON "chat_conversations"
	FOR EACH ROW EXECUTE FUNCTION chat_step_conversation();--> statement-breakpoint
-- A conversation goes with the last of its members, and all that belongs to it goes with it.
CREATE FUNCTION chat_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM users WHERE id IN (OLD.user_id, OLD.other_id) AND deleted_at IS NULL) THEN
		RAISE EXCEPTION 'a conversation stays while one of its members is there' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_conversations_stay BEFORE DELETE ON "chat_conversations"
	FOR EACH ROW EXECUTE FUNCTION chat_stay();--> statement-breakpoint
CREATE FUNCTION chat_stay_in_conversation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM chat_conversations WHERE id = OLD.conversation_id) THEN
		RAISE EXCEPTION '% go only with their conversation', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_participants_stay BEFORE DELETE ON "chat_participants"
	FOR EACH ROW EXECUTE FUNCTION chat_stay_in_conversation();--> statement-breakpoint
CREATE TRIGGER chat_messages_stay BEFORE DELETE ON "chat_messages"
	FOR EACH ROW EXECUTE FUNCTION chat_stay_in_conversation();--> statement-breakpoint
CREATE TRIGGER chat_conversations_all_stay BEFORE TRUNCATE ON "chat_conversations"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER chat_participants_all_stay BEFORE TRUNCATE ON "chat_participants"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER chat_messages_all_stay BEFORE TRUNCATE ON "chat_messages"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER chat_reports_all_stay BEFORE TRUNCATE ON "chat_reports"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER chat_counts_all_stay BEFORE TRUNCATE ON "chat_counts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- A side comes with its conversation. Messages count themselves; what was read follows from the message, and stays read.
CREATE FUNCTION chat_keep_side() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF pg_trigger_depth() < 2 THEN
			RAISE EXCEPTION 'a side comes with its conversation' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF (NEW.conversation_id, NEW.user_id) IS DISTINCT FROM (OLD.conversation_id, OLD.user_id)
		OR NEW.noticed < OLD.noticed OR OLD.left_at IS NOT NULL AND NEW.left_at IS DISTINCT FROM OLD.left_at THEN
		RAISE EXCEPTION 'a side stays what it is' USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW.active_id, NEW.received) IS DISTINCT FROM (OLD.active_id, OLD.received) AND pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only messages count messages' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.left_at IS NOT NULL AND OLD.left_at IS NULL
		AND NOT EXISTS (SELECT FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL) THEN
		RAISE EXCEPTION 'a side is left with the account' USING ERRCODE = 'restrict_violation';
	END IF;
	-- So that no message is under way that does not see the block.
	IF NEW.blocked_at IS DISTINCT FROM OLD.blocked_at THEN
		PERFORM FROM chat_conversations WHERE id = NEW.conversation_id FOR NO KEY UPDATE;
	END IF;
	IF NEW.last_read_id IS DISTINCT FROM OLD.last_read_id THEN
		SELECT CASE WHEN c.user_id = NEW.user_id THEN m.position - m.written ELSE m.written END INTO NEW.seen
			FROM chat_messages AS m JOIN chat_conversations AS c ON c.id = m.conversation_id
			WHERE m.conversation_id = NEW.conversation_id AND m.id = NEW.last_read_id
				AND (OLD.last_read_id IS NULL OR m.id > OLD.last_read_id);
		IF NOT FOUND THEN
			RAISE EXCEPTION 'what was read is a message, and stays read' USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF NEW.seen <> OLD.seen THEN
		RAISE EXCEPTION 'what was read is a message, and stays read' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_participants_keep BEFORE INSERT OR UPDATE ON "chat_participants"
	FOR EACH ROW EXECUTE FUNCTION chat_keep_side();--> statement-breakpoint
-- The header's count of a member is the sum of their sides.
CREATE FUNCTION chat_count_new() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO chat_counts (user_id) VALUES (NEW.user_id) ON CONFLICT (user_id) DO NOTHING;
	ELSIF TG_OP = 'UPDATE' THEN
		UPDATE chat_counts SET new_messages = new_messages + NEW.new_count - OLD.new_count WHERE user_id = NEW.user_id;
	ELSE
		UPDATE chat_counts SET new_messages = new_messages - OLD.new_count WHERE user_id = OLD.user_id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_participants_counted AFTER INSERT OR DELETE ON "chat_participants"
	FOR EACH ROW EXECUTE FUNCTION chat_count_new();--> statement-breakpoint
CREATE TRIGGER chat_participants_counted_again AFTER UPDATE ON "chat_participants" FOR EACH ROW
	WHEN (OLD.new_count <> NEW.new_count) EXECUTE FUNCTION chat_count_new();--> statement-breakpoint
CREATE FUNCTION chat_keep_counts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NULL) THEN
			RAISE EXCEPTION 'counts stay while their member is there' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN OLD;
	END IF;
	IF pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only conversations count messages' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_counts_keep BEFORE INSERT OR UPDATE OR DELETE ON "chat_counts"
	FOR EACH ROW EXECUTE FUNCTION chat_keep_counts();--> statement-breakpoint
-- Chat: messages

-- The lock on the conversation puts its messages one after the other, so none is committed that sorts before one that
-- somebody has read. Counts of members are locked in one order for all, before their sides.
CREATE FUNCTION chat_add_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	talk chat_conversations;
BEGIN
	IF NEW.body IS NULL OR NEW.edited_at IS NOT NULL OR NEW.deleted_at IS NOT NULL THEN
		RAISE EXCEPTION 'a message begins as it was written' USING ERRCODE = 'restrict_violation';
	END IF;
	SELECT * INTO talk FROM chat_conversations WHERE id = NEW.conversation_id FOR NO KEY UPDATE;
	IF NOT FOUND OR talk.closed_at IS NOT NULL THEN
		RAISE EXCEPTION 'conversation % is closed, or not there', NEW.conversation_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'chat_messages_open', TABLE = 'chat_messages';
	END IF;
	IF NEW.id <= talk.last_message_id THEN
		RAISE EXCEPTION 'message % does not come after the others', NEW.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'chat_messages_in_order', TABLE = 'chat_messages';
	END IF;
	IF NOT (CASE WHEN NEW.author = 'club' THEN talk.kind = 'club' AND NEW.user_id = talk.user_id
			ELSE NEW.user_id IN (talk.user_id, coalesce(talk.other_id, talk.user_id)) END)
		OR EXISTS (SELECT FROM chat_participants WHERE conversation_id = talk.id AND (blocked_at IS NOT NULL OR left_at IS NOT NULL)) THEN
		RAISE EXCEPTION 'member % does not write in conversation %', NEW.user_id, talk.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'chat_messages_participant', TABLE = 'chat_messages';
	END IF;
	PERFORM FROM chat_counts WHERE user_id IN (talk.user_id, talk.other_id) ORDER BY user_id FOR NO KEY UPDATE;
	UPDATE chat_conversations SET last_message_id = NEW.id, messages = messages + 1,
		written = written + (NEW.author = 'member' AND NEW.user_id = talk.user_id)::int
		WHERE id = talk.id RETURNING messages, written INTO NEW.position, NEW.written;
	NEW.to_id := CASE WHEN NEW.user_id = talk.user_id THEN talk.other_id ELSE talk.user_id END;
	UPDATE chat_participants SET active_id = NEW.id,
		received = received + (NEW.author = 'club' OR user_id <> NEW.user_id)::int WHERE conversation_id = talk.id;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_messages_add BEFORE INSERT ON "chat_messages"
	FOR EACH ROW EXECUTE FUNCTION chat_add_message();--> statement-breakpoint
-- Its author changes a message for 15 minutes. A deleted one has no text, and never changes.
CREATE FUNCTION chat_change_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	changing CONSTANT text[] := ARRAY['body', 'search', 'edited_at', 'deleted_at'];
BEGIN
	IF OLD.deleted_at IS NOT NULL OR to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing THEN
		RAISE EXCEPTION 'a message keeps its author and its place' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.deleted_at IS NULL AND (NEW.author <> 'member' OR NEW.edited_at IS NULL OR NEW.edited_at < OLD.edited_at
		OR NEW.edited_at NOT BETWEEN NEW.created_at AND NEW.created_at + interval '15 minutes') THEN
		RAISE EXCEPTION 'message % can no longer be changed', NEW.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'chat_messages_editable', TABLE = 'chat_messages';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_messages_change BEFORE UPDATE ON "chat_messages"
	FOR EACH ROW EXECUTE FUNCTION chat_change_message();--> statement-breakpoint
-- A member reports a message of somebody else in a conversation of theirs, by a ticket of theirs.
CREATE FUNCTION chat_keep_report() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NOT EXISTS (
			SELECT FROM chat_messages AS m JOIN chat_participants AS p ON p.conversation_id = m.conversation_id AND p.user_id = NEW.user_id
			WHERE m.conversation_id = NEW.conversation_id AND m.id = NEW.message_id AND (m.author = 'club' OR m.user_id <> NEW.user_id)
		) OR NOT EXISTS (SELECT FROM support_tickets WHERE id = NEW.ticket_id AND user_id = NEW.user_id) THEN
			RAISE EXCEPTION 'member % cannot report message %', NEW.user_id, NEW.message_id
				USING ERRCODE = 'check_violation', CONSTRAINT = 'chat_reports_member', TABLE = 'chat_reports';
		END IF;
		RETURN NEW;
	ELSIF TG_OP = 'DELETE' AND (EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL)
		OR NOT EXISTS (SELECT FROM chat_messages WHERE conversation_id = OLD.conversation_id AND id = OLD.message_id)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'a report stays with its member' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER chat_reports_keep BEFORE INSERT OR UPDATE OR DELETE ON "chat_reports"
	FOR EACH ROW EXECUTE FUNCTION chat_keep_report();
