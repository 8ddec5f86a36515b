-- Questions and answers

-- The search for mistyped words compares trigrams. The extension belongs to PostgreSQL and is trusted: whoever may
-- create objects in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX support_faq_words_trigrams ON "support_faq_words" USING gin (word gin_trgm_ops);--> statement-breakpoint

-- How many found an answer helpful is the number of their votes, whoever writes them.
CREATE FUNCTION count_faq_votes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		UPDATE support_faq SET
			helpful_yes = helpful_yes - (OLD.vote = 'yes')::int,
			helpful_no = helpful_no - (OLD.vote = 'no')::int
		WHERE id = OLD.faq_id;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		UPDATE support_faq SET
			helpful_yes = helpful_yes + (NEW.vote = 'yes')::int,
			helpful_no = helpful_no + (NEW.vote = 'no')::int
		WHERE id = NEW.faq_id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_faq_votes_counted AFTER INSERT OR UPDATE OR DELETE ON "support_faq_votes"
	FOR EACH ROW EXECUTE FUNCTION count_faq_votes();--> statement-breakpoint
-- Support: tickets

-- Tickets, messages and notes go only with the account of their member.
CREATE FUNCTION support_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION '% stays while its member is there', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER support_tickets_stay BEFORE DELETE ON "support_tickets"
	FOR EACH ROW EXECUTE FUNCTION support_stay();--> statement-breakpoint
CREATE TRIGGER support_messages_stay BEFORE DELETE ON "support_messages"
	FOR EACH ROW EXECUTE FUNCTION support_stay();--> statement-breakpoint
CREATE TRIGGER support_notes_stay BEFORE DELETE ON "support_notes"
	FOR EACH ROW EXECUTE FUNCTION support_stay();--> statement-breakpoint
CREATE TRIGGER support_ticket_counts_stay BEFORE DELETE ON "support_ticket_counts"
	FOR EACH ROW EXECUTE FUNCTION support_stay();--> statement-breakpoint
CREATE TRIGGER support_tickets_all_stay BEFORE TRUNCATE ON "support_tickets"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER support_messages_append_only BEFORE UPDATE OR TRUNCATE ON "support_messages"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER support_notes_append_only BEFORE UPDATE OR TRUNCATE ON "support_notes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER support_ticket_counts_all_stay BEFORE TRUNCATE ON "support_ticket_counts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION support_open_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	-- A request may still run while its member's account is deleted.
	PERFORM FROM users WHERE id = NEW.user_id AND deleted_at IS NULL FOR KEY SHARE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'a ticket begins with a member who is there' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> 'new' OR NEW.messages <> 0 OR NEW.replies <> 0 OR NEW.first_reply_at IS NOT NULL
		OR NEW.status_since <> NEW.created_at OR NEW.last_reply_at <> NEW.created_at THEN
		RAISE EXCEPTION 'a ticket begins as new' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.follows_id IS NOT NULL AND NOT EXISTS (
		SELECT FROM support_tickets WHERE id = NEW.follows_id AND user_id = NEW.user_id
			AND closed_at + interval '14 days' < NEW.created_at
	) THEN
		RAISE EXCEPTION 'a ticket follows one of the same member that is closed for more than 14 days'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'support_tickets_follows', TABLE = 'support_tickets';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_tickets_begin BEFORE INSERT ON "support_tickets"
	FOR EACH ROW EXECUTE FUNCTION support_open_ticket();--> statement-breakpoint
CREATE FUNCTION support_check_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM support_tickets WHERE id = NEW.id AND messages = 0) THEN
		RAISE EXCEPTION 'ticket % has no message', NEW.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'support_tickets_message', TABLE = 'support_tickets';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER support_tickets_message AFTER INSERT ON "support_tickets" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION support_check_ticket();--> statement-breakpoint
-- Messages count themselves; their trigger runs one deeper. The rest of a ticket changes by these steps.
CREATE FUNCTION support_step_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	changing CONSTANT text[] := ARRAY['status', 'status_since', 'closed_at', 'closed_by', 'reminded_at', 'priority', 'assigned_to',
		'messages', 'replies', 'last_reply_at', 'seen_replies', 'unread_count', 'first_reply_at', 'first_reply_minutes',
		'rating_good', 'rating_comment'];
BEGIN
	IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing THEN
		RAISE EXCEPTION 'a ticket keeps what it is about' USING ERRCODE = 'restrict_violation';
	END IF;
	IF (NEW.messages, NEW.replies, NEW.last_reply_at) IS DISTINCT FROM (OLD.messages, OLD.replies, OLD.last_reply_at)
		AND pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only messages count messages' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.seen_replies < OLD.seen_replies
		OR OLD.first_reply_at IS NOT NULL AND (NEW.first_reply_at, NEW.first_reply_minutes) IS DISTINCT FROM (OLD.first_reply_at, OLD.first_reply_minutes)
		OR OLD.reminded_at IS NOT NULL AND NEW.reminded_at <> OLD.reminded_at THEN
		RAISE EXCEPTION 'what was seen, answered and sent stays so' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status = OLD.status THEN
		IF (NEW.status_since, NEW.closed_by) IS DISTINCT FROM (OLD.status_since, OLD.closed_by) THEN
			RAISE EXCEPTION 'the time of a status changes with the status' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF OLD.status || '>' || NEW.status NOT IN ('new>open', 'new>closed', 'open>waiting_for_customer', 'open>closed',
		'waiting_for_customer>open', 'waiting_for_customer>closed', 'closed>open') OR NEW.status_since < OLD.status_since THEN
		RAISE EXCEPTION 'a % ticket does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	IF OLD.status = 'closed' AND NEW.status_since > OLD.closed_at + interval '14 days' THEN
		RAISE EXCEPTION 'ticket % is closed for more than 14 days', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'support_tickets_reopens', TABLE = 'support_tickets';
	END IF;
	IF NEW.closed_by = 'time' AND (OLD.status <> 'waiting_for_customer' OR NEW.closed_at < OLD.status_since + interval '14 days') THEN
		RAISE EXCEPTION 'ticket % has not waited 14 days for its member', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'support_tickets_waited', TABLE = 'support_tickets';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_tickets_step BEFORE UPDATE ON "support_tickets"
	FOR EACH ROW EXECUTE FUNCTION support_step_ticket();--> statement-breakpoint
-- The update locks the ticket, so the messages of one ticket come one after the other.
CREATE FUNCTION support_add_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE support_tickets SET messages = messages + 1, replies = replies + (NEW.author <> 'member')::int,
		last_reply_at = greatest(last_reply_at, NEW.created_at)
		WHERE id = NEW.ticket_id AND user_id = NEW.user_id AND status <> 'closed'
		RETURNING messages, replies INTO NEW.position, NEW.replies;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'ticket % is closed, or not of member %', NEW.ticket_id, NEW.user_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'support_messages_open', TABLE = 'support_messages';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_messages_add BEFORE INSERT ON "support_messages"
	FOR EACH ROW EXECUTE FUNCTION support_add_message();--> statement-breakpoint
CREATE FUNCTION support_check_note() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM support_tickets WHERE id = NEW.ticket_id AND user_id = NEW.user_id) THEN
		RAISE EXCEPTION 'ticket % is not of member %', NEW.ticket_id, NEW.user_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'support_notes_member', TABLE = 'support_notes';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_notes_add BEFORE INSERT ON "support_notes"
	FOR EACH ROW EXECUTE FUNCTION support_check_note();--> statement-breakpoint
CREATE FUNCTION support_count_tickets() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	-- One of them is null for a new row or a deleted one.
	was support_tickets := CASE WHEN TG_OP <> 'INSERT' THEN OLD END;
	becomes support_tickets := CASE WHEN TG_OP <> 'DELETE' THEN NEW END;
BEGIN
	INSERT INTO support_ticket_counts AS c (user_id) VALUES (coalesce(becomes.user_id, was.user_id))
		ON CONFLICT (user_id) DO NOTHING;
	UPDATE support_ticket_counts SET
		new_tickets = new_tickets + coalesce((becomes.status = 'new')::int, 0) - coalesce((was.status = 'new')::int, 0),
		open_tickets = open_tickets + coalesce((becomes.status = 'open')::int, 0) - coalesce((was.status = 'open')::int, 0),
		waiting_tickets = waiting_tickets + coalesce((becomes.status = 'waiting_for_customer')::int, 0)
			- coalesce((was.status = 'waiting_for_customer')::int, 0),
		closed_tickets = closed_tickets + coalesce((becomes.status = 'closed')::int, 0) - coalesce((was.status = 'closed')::int, 0),
		unread_replies = unread_replies + coalesce(becomes.unread_count, 0) - coalesce(was.unread_count, 0)
		WHERE user_id = coalesce(becomes.user_id, was.user_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_tickets_counted AFTER INSERT OR DELETE ON "support_tickets"
	FOR EACH ROW EXECUTE FUNCTION support_count_tickets();--> statement-breakpoint
CREATE TRIGGER support_tickets_counted_again AFTER UPDATE ON "support_tickets" FOR EACH ROW
	WHEN (OLD.status <> NEW.status OR OLD.unread_count <> NEW.unread_count)
	EXECUTE FUNCTION support_count_tickets();--> statement-breakpoint
CREATE FUNCTION support_keep_counts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only tickets count tickets' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_ticket_counts_keep BEFORE INSERT OR UPDATE ON "support_ticket_counts"
	FOR EACH ROW EXECUTE FUNCTION support_keep_counts();--> statement-breakpoint
-- The files of tickets

-- Most files are compressed already.
ALTER TABLE "support_attachment_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "support_attachment_previews" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "support_attachments" ADD CONSTRAINT "support_attachments_message_id_support_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."support_messages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- A file begins as uploading. It is ready with all its bytes, and never changes then. It gets its message and its preview
-- once. The message is in a ticket of its member, and is written by whoever added the file. With it it goes only with its
-- member.
CREATE FUNCTION support_keep_attachment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	files integer;
	total bigint;
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.state <> 'uploading' OR NEW.preview_width IS NOT NULL THEN
			RAISE EXCEPTION 'a file begins as uploading' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	ELSIF TG_OP = 'DELETE' THEN
		IF OLD.message_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL) THEN
			RAISE EXCEPTION 'a file of a message is deleted only with its member' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN OLD;
	END IF;
	IF OLD.state = 'uploading' THEN
		IF to_jsonb(NEW) - ARRAY['state', 'size'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['state', 'size'] OR NEW.state <> 'ready' THEN
			RAISE EXCEPTION 'a file that is uploading becomes ready and nothing else' USING ERRCODE = 'restrict_violation';
		END IF;
		SELECT coalesce(sum(octet_length(bytes)), 0) INTO total FROM support_attachment_chunks WHERE attachment_id = NEW.id;
		IF NEW.size <> total THEN
			RAISE EXCEPTION 'file % has % bytes', NEW.id, total USING ERRCODE = 'check_violation', CONSTRAINT = 'support_attachments_complete';
		END IF;
		RETURN NEW;
	END IF;
	IF to_jsonb(NEW) - ARRAY['message_id', 'preview_width', 'preview_height']
			IS DISTINCT FROM to_jsonb(OLD) - ARRAY['message_id', 'preview_width', 'preview_height']
		OR OLD.message_id IS NOT NULL AND NEW.message_id IS DISTINCT FROM OLD.message_id
		OR OLD.preview_width IS NOT NULL
			AND (NEW.preview_width, NEW.preview_height) IS DISTINCT FROM (OLD.preview_width, OLD.preview_height) THEN
		RAISE EXCEPTION 'a file that is ready never changes' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.preview_width IS NOT NULL AND NOT EXISTS (SELECT FROM support_attachment_previews WHERE attachment_id = NEW.id) THEN
		RAISE EXCEPTION 'file % has no preview', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'support_attachments_previewed';
	END IF;
	IF NEW.message_id IS DISTINCT FROM OLD.message_id THEN
		-- The lock lets the files of one message come one after the other.
		PERFORM FROM support_messages WHERE id = NEW.message_id AND user_id = NEW.user_id
			AND staff_id IS NOT DISTINCT FROM NEW.staff_id FOR UPDATE;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'file % is not of message %', NEW.id, NEW.message_id
				USING ERRCODE = 'check_violation', CONSTRAINT = 'support_attachments_author', TABLE = 'support_attachments';
		END IF;
		SELECT count(*) + 1, coalesce(sum(size), 0) + NEW.size INTO files, total
			FROM support_attachments WHERE message_id = NEW.message_id;
		IF files > 5 OR total > 25 * 1024 * 1024 THEN
			RAISE EXCEPTION 'message % has too many files', NEW.message_id USING ERRCODE = 'check_violation', CONSTRAINT = 'support_attachments_of_one_message';
		END IF;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_attachments_keep BEFORE INSERT OR UPDATE OR DELETE ON "support_attachments"
	FOR EACH ROW EXECUTE FUNCTION support_keep_attachment();--> statement-breakpoint
CREATE TRIGGER support_attachments_stay BEFORE TRUNCATE ON "support_attachments"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Chunks come one after the other while their file is uploading, and all but the last one are full. The lock makes the
-- step to ready wait. A preview comes once, to an image that is ready. Both go only with their file, one trigger deeper.
CREATE FUNCTION support_keep_attachment_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'DELETE' AND pg_trigger_depth() >= 2 THEN
		RETURN OLD;
	ELSIF TG_OP <> 'INSERT' THEN
		RAISE EXCEPTION 'the bytes of a file never change' USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_TABLE_NAME = 'support_attachment_previews' THEN
		PERFORM FROM support_attachments WHERE id = NEW.attachment_id
			AND state = 'ready' AND type LIKE 'image/%' AND preview_width IS NULL FOR SHARE;
	ELSE
		PERFORM FROM support_attachments WHERE id = NEW.attachment_id AND state = 'uploading' FOR SHARE;
	END IF;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'file % does not wait for bytes', NEW.attachment_id USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_TABLE_NAME = 'support_attachment_chunks' AND (to_jsonb(NEW) ->> 'number')::integer <> (
		SELECT count(*) FROM support_attachment_chunks
			WHERE attachment_id = NEW.attachment_id AND octet_length(bytes) = 262144
	) THEN
		RAISE EXCEPTION 'chunk of file % comes out of turn', NEW.attachment_id USING ERRCODE = 'check_violation', CONSTRAINT = 'support_attachment_chunks_in_turn';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER support_attachment_chunks_keep BEFORE INSERT OR UPDATE OR DELETE ON "support_attachment_chunks"
	FOR EACH ROW EXECUTE FUNCTION support_keep_attachment_bytes();--> statement-breakpoint
CREATE TRIGGER support_attachment_chunks_stay BEFORE TRUNCATE ON "support_attachment_chunks"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER support_attachment_previews_keep BEFORE INSERT OR UPDATE OR DELETE ON "support_attachment_previews"
	FOR EACH ROW EXECUTE FUNCTION support_keep_attachment_bytes();--> statement-breakpoint
CREATE TRIGGER support_attachment_previews_stay BEFORE TRUNCATE ON "support_attachment_previews"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
