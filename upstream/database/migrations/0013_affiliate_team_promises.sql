-- The sponsor tree. Nodes and lines follow "users", plants and moves at the end of each transaction; counts follow nodes
-- and lines. One lock covers all of it. It is taken last, so whoever holds it waits for nobody.

CREATE FUNCTION affiliate_keep(member integer) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	person users;
	node affiliate_nodes;
	adds affiliate_nodes;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('affiliate.tree'));
	SELECT * INTO person FROM users WHERE id = member;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	adds.members = (person.deleted_at IS NULL)::int;
	adds.active = (adds.members = 1 AND EXISTS (
		SELECT FROM growing_plants WHERE user_id = member AND returned_at IS NULL))::int;
	SELECT coalesce(sum(o.amount), 0) INTO adds.volume
		FROM growing_purchases p JOIN wallet_orders o ON o.label = p.order_label WHERE p.user_id = member AND p.state = 'sold';
	INSERT INTO affiliate_nodes (user_id, joined_at, members, active, volume, campaign)
		VALUES (member, person.created_at, adds.members, adds.active, adds.volume, coalesce(person.referral_campaign, ''))
		ON CONFLICT DO NOTHING;
	UPDATE affiliate_nodes SET members = adds.members, active = adds.active, volume = adds.volume
		WHERE user_id = member AND (members, active, volume) IS DISTINCT FROM (adds.members, adds.active, adds.volume);
	-- The names of campaigns go with the member, and what came of them stays.
	IF person.deleted_at IS NOT NULL AND EXISTS (SELECT FROM affiliate_campaigns WHERE user_id = member AND label <> '') THEN
		UPDATE affiliate_nodes SET campaign = '' WHERE sponsor_id = member;
		INSERT INTO affiliate_campaigns AS kept (user_id, label, clicks, registrations, active)
			SELECT member, '', sum(clicks), sum(registrations), sum(active) FROM affiliate_campaigns
			WHERE user_id = member AND label <> ''
			ON CONFLICT (user_id, label) DO UPDATE SET clicks = kept.clicks + excluded.clicks,
				registrations = kept.registrations + excluded.registrations, active = kept.active + excluded.active;
		DELETE FROM affiliate_campaigns WHERE user_id = member AND label <> '';
	END IF;
	SELECT * INTO node FROM affiliate_nodes WHERE user_id = member;
	IF node.sponsor_id IS DISTINCT FROM person.referrer_id THEN
		-- A member and their sponsor may be new in the same transaction, in any order.
		IF person.referrer_id IS NOT NULL AND NOT EXISTS (SELECT FROM affiliate_nodes WHERE user_id = person.referrer_id) THEN
			PERFORM affiliate_keep(person.referrer_id);
		END IF;
		PERFORM affiliate_place(member, node.sponsor_id, person.referrer_id);
	END IF;
END
$$;--> statement-breakpoint
-- Brings a node and all below it under another sponsor. The levels beyond the counted ones have no lines.
CREATE FUNCTION affiliate_place(member integer, former integer, sponsor integer) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE affiliate_nodes SET children = children + CASE user_id WHEN sponsor THEN 1 ELSE -1 END
		WHERE user_id IN (sponsor, former);
	DELETE FROM affiliate_lines AS l USING affiliate_lines AS up, (
		SELECT member AS member_id, 0 AS level UNION ALL SELECT member_id, level FROM affiliate_lines WHERE upline_id = member
	) AS below
		WHERE up.member_id = member AND l.member_id = below.member_id AND l.level = below.level + up.level;
	-- Whoever is moved did not come by a link of the new sponsor.
	UPDATE affiliate_nodes SET sponsor_id = sponsor, campaign = CASE WHEN former IS NULL THEN campaign ELSE '' END
		WHERE user_id = member;
	INSERT INTO affiliate_lines (member_id, level, upline_id)
		SELECT below.member_id, below.level + up.level, up.upline_id
		FROM (
			SELECT 1 AS level, sponsor AS upline_id WHERE sponsor IS NOT NULL
			UNION ALL
			SELECT level + 1, upline_id FROM affiliate_lines WHERE member_id = sponsor
		) AS up CROSS JOIN (
			SELECT member AS member_id, 0 AS level UNION ALL SELECT member_id, level FROM affiliate_lines WHERE upline_id = member
		) AS below
		WHERE below.level + up.level <= 10;
END
$$;--> statement-breakpoint
CREATE FUNCTION affiliate_count_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO affiliate_levels AS kept (user_id, level, members, active, volume)
			SELECT c.upline_id, c.level, sum(n.members), sum(n.active), sum(n.volume)
			FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id GROUP BY c.upline_id, c.level
			ON CONFLICT (user_id, level) DO UPDATE SET members = kept.members + excluded.members,
				active = kept.active + excluded.active, volume = kept.volume + excluded.volume;
		INSERT INTO affiliate_months AS kept (user_id, month, members)
			SELECT c.upline_id, affiliate_month(n.joined_at), sum(n.members)
			FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id WHERE n.members > 0 GROUP BY 1, 2
			ON CONFLICT (user_id, month) DO UPDATE SET members = kept.members + excluded.members;
	ELSE
		UPDATE affiliate_levels AS kept SET members = kept.members - gone.members, active = kept.active - gone.active,
			volume = kept.volume - gone.volume
			FROM (
				SELECT c.upline_id, c.level, sum(n.members) AS members, sum(n.active) AS active, sum(n.volume) AS volume
				FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id GROUP BY c.upline_id, c.level
			) AS gone WHERE kept.user_id = gone.upline_id AND kept.level = gone.level;
		UPDATE affiliate_months AS kept SET members = kept.members - gone.members
			FROM (
				SELECT c.upline_id, affiliate_month(n.joined_at) AS month, sum(n.members) AS members
				FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id GROUP BY 1, 2
			) AS gone WHERE kept.user_id = gone.upline_id AND kept.month = gone.month;
	END IF;
	UPDATE affiliate_nodes AS kept SET team = kept.team + sign * changes.members,
		below_volume = kept.below_volume + sign * changes.volume
		FROM (
			SELECT c.upline_id, sum(n.members) AS members, sum(n.volume) AS volume
			FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id GROUP BY c.upline_id
		) AS changes WHERE kept.user_id = changes.upline_id AND (changes.members <> 0 OR changes.volume <> 0);
	-- The first level came by the links of its sponsor.
	INSERT INTO affiliate_campaigns AS kept (user_id, label)
		SELECT DISTINCT c.upline_id, n.campaign FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id
		WHERE c.level = 1 AND EXISTS (SELECT FROM affiliate_nodes WHERE user_id = c.upline_id)
		ON CONFLICT DO NOTHING;
	UPDATE affiliate_campaigns AS kept SET registrations = kept.registrations + sign * changes.members,
		active = kept.active + sign * changes.active
		FROM (
			SELECT c.upline_id, n.campaign, sum(n.members) AS members, sum(n.active) AS active
			FROM changed c JOIN affiliate_nodes n ON n.user_id = c.member_id WHERE c.level = 1 GROUP BY c.upline_id, n.campaign
		) AS changes WHERE kept.user_id = changes.upline_id AND kept.label = changes.campaign;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION affiliate_month(joined timestamptz) RETURNS date LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
	SELECT date_trunc('month', joined AT TIME ZONE 'Europe/Berlin')::date
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_lines_added AFTER INSERT ON "affiliate_lines" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION affiliate_count_lines();--> statement-breakpoint
CREATE TRIGGER affiliate_lines_removed AFTER DELETE ON "affiliate_lines" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION affiliate_count_lines();--> statement-breakpoint
CREATE FUNCTION affiliate_count_node() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO affiliate_levels AS kept (user_id, level, members, active, volume)
		SELECT upline_id, level, 0, 0, 0 FROM affiliate_lines WHERE member_id = NEW.user_id
		ON CONFLICT (user_id, level) DO NOTHING;
	UPDATE affiliate_levels AS kept SET members = kept.members + NEW.members - OLD.members,
		active = kept.active + NEW.active - OLD.active, volume = kept.volume + NEW.volume - OLD.volume
		FROM affiliate_lines l WHERE l.member_id = NEW.user_id AND kept.user_id = l.upline_id AND kept.level = l.level;
	IF NEW.members <> OLD.members THEN
		INSERT INTO affiliate_months AS kept (user_id, month, members)
			SELECT upline_id, affiliate_month(NEW.joined_at), 0 FROM affiliate_lines WHERE member_id = NEW.user_id
			ON CONFLICT (user_id, month) DO NOTHING;
		UPDATE affiliate_months AS kept SET members = kept.members + NEW.members - OLD.members
			FROM affiliate_lines l
			WHERE l.member_id = NEW.user_id AND kept.user_id = l.upline_id AND kept.month = affiliate_month(NEW.joined_at);
	END IF;
	UPDATE affiliate_nodes AS kept SET team = kept.team + NEW.members - OLD.members,
		below_volume = kept.below_volume + NEW.volume - OLD.volume
		FROM affiliate_lines l WHERE l.member_id = NEW.user_id AND kept.user_id = l.upline_id;
	UPDATE affiliate_campaigns SET registrations = registrations + NEW.members - OLD.members,
		active = active + NEW.active - OLD.active WHERE user_id = NEW.sponsor_id AND label = NEW.campaign;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_nodes_changed AFTER UPDATE ON "affiliate_nodes" FOR EACH ROW
	WHEN ((NEW.members, NEW.active, NEW.volume) IS DISTINCT FROM (OLD.members, OLD.active, OLD.volume))
	EXECUTE FUNCTION affiliate_count_node();--> statement-breakpoint
CREATE FUNCTION affiliate_follow_member() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM affiliate_keep(NEW.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER affiliate_follow_registration AFTER INSERT ON "users" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION affiliate_follow_member();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER affiliate_follow_change AFTER UPDATE ON "users" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.referrer_id IS DISTINCT FROM OLD.referrer_id OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
	EXECUTE FUNCTION affiliate_follow_member();--> statement-breakpoint
CREATE FUNCTION affiliate_follow_plants() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM affiliate_keep(NEW.user_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER affiliate_follow_plants AFTER INSERT OR UPDATE ON "growing_purchases" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.state IN ('sold', 'returned')) EXECUTE FUNCTION affiliate_follow_plants();--> statement-breakpoint
-- The product never deletes a row of "users". Whoever does it by hand leaves right counts, too.
CREATE FUNCTION affiliate_leave_tree() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('affiliate.tree'));
	PERFORM affiliate_place(user_id, OLD.id, NULL) FROM affiliate_nodes WHERE sponsor_id = OLD.id;
	UPDATE affiliate_nodes SET members = 0, active = 0, volume = 0 WHERE user_id = OLD.id;
	UPDATE affiliate_nodes SET children = children - 1
		WHERE user_id = (SELECT sponsor_id FROM affiliate_nodes WHERE user_id = OLD.id);
	DELETE FROM affiliate_nodes WHERE user_id = OLD.id;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_leave_tree BEFORE DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION affiliate_leave_tree();--> statement-breakpoint
-- Only a move by staff changes a sponsor.
CREATE OR REPLACE FUNCTION keep_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The foreign key sets the referrer to null when their account is deleted.
	IF OLD.referrer_id IS NOT NULL
		AND (NEW.referrer_id IS NOT NULL OR EXISTS (SELECT FROM "users" WHERE id = OLD.referrer_id))
		AND NOT (pg_trigger_depth() > 1 AND (SELECT (from_id, to_id) IS NOT DISTINCT FROM (OLD.referrer_id, NEW.referrer_id)
			FROM affiliate_moves WHERE user_id = NEW.id ORDER BY id DESC LIMIT 1)) THEN
		RAISE EXCEPTION 'the referrer is fixed'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_referrer_fixed', TABLE = 'users';
	END IF;
	-- The lock makes changes wait for each other. Otherwise two members could close a circle at the same moment.
	PERFORM pg_advisory_xact_lock(hashtext('users.referrer_id'));
	IF EXISTS (
		WITH RECURSIVE upline(id) AS (
			SELECT NEW.referrer_id
			UNION
			SELECT users.referrer_id FROM "users" JOIN upline ON users.id = upline.id
		)
		SELECT FROM upline WHERE id = NEW.id
	) THEN
		RAISE EXCEPTION 'the referrer is below this member'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_referrer_no_circle', TABLE = 'users';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION affiliate_move() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE users SET referrer_id = NEW.to_id, referral_campaign = NULL, updated_at = NEW.at
		WHERE id = NEW.user_id AND deleted_at IS NULL AND referrer_id IS NOT DISTINCT FROM NEW.from_id
			AND EXISTS (SELECT FROM users WHERE id = NEW.to_id AND deleted_at IS NULL);
	IF NOT FOUND THEN
		RAISE EXCEPTION 'member % has another sponsor by now, or one of both has left', NEW.user_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_moves_from', TABLE = 'affiliate_moves';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_moves_move AFTER INSERT ON "affiliate_moves"
	FOR EACH ROW EXECUTE FUNCTION affiliate_move();--> statement-breakpoint
CREATE TRIGGER affiliate_moves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "affiliate_moves"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
SELECT affiliate_keep(id) FROM "users" ORDER BY id;--> statement-breakpoint
INSERT INTO "affiliate_campaigns" AS kept (user_id, label, clicks)
	SELECT u.id, CASE WHEN c.campaign ~ '^[a-z0-9-]{1,30}$' THEN c.campaign ELSE '' END, count(*)
	FROM referral_clicks c JOIN "users" u ON u.ref_hash = c.ref_hash GROUP BY 1, 2
	ON CONFLICT (user_id, label) DO UPDATE SET clicks = kept.clicks + excluded.clicks;
