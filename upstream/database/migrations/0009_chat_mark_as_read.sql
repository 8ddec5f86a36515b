-- Marks the messages of a conversation up to one as read, and says what the header of the member counts then. It is one
-- statement for the caller, because a page waits for it. Counts of a member are locked before their sides. `known`:
-- whether the member has the conversation, and the message is in it.
CREATE FUNCTION chat_mark_as_read(member integer, talk uuid, up_to uuid,
	OUT known boolean, OUT marked boolean, OUT may_read boolean, OUT new_messages integer, OUT newest uuid)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM FROM chat_counts WHERE user_id = member FOR NO KEY UPDATE;
	known := EXISTS (SELECT FROM chat_participants WHERE user_id = member AND conversation_id = talk)
		AND EXISTS (SELECT FROM chat_messages WHERE conversation_id = talk AND id = up_to);
	UPDATE chat_participants SET last_read_id = up_to
	WHERE known AND user_id = member AND conversation_id = talk AND (last_read_id IS NULL OR last_read_id < up_to);
	marked := FOUND;
	SELECT 'chat.view' = ANY (permissions) INTO may_read FROM users WHERE id = member;
	new_messages := coalesce((SELECT c.new_messages FROM chat_counts AS c WHERE c.user_id = member), 0);
	newest := (SELECT conversation_id FROM chat_participants WHERE user_id = member AND new_count > 0
		ORDER BY active_id DESC LIMIT 1);
END
$$;
