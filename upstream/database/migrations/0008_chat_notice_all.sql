-- The member has opened the list: the header counts only what comes after. Returns whether anything was new. It is one
-- statement for the caller, and the list is opened often. Counts of a member are locked before their sides, and what a
-- message wrote before that is noticed, too.
CREATE FUNCTION chat_notice_all(member integer) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM FROM chat_counts WHERE user_id = member FOR NO KEY UPDATE;
	UPDATE chat_participants SET noticed = received WHERE user_id = member AND new_count > 0;
	RETURN FOUND;
END
$$;
