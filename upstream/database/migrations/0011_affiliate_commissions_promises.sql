-- Commissions. Each step is taken once, follows from its order, and is booked with exactly its amounts.

CREATE FUNCTION affiliate_begin_commission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	upline integer := NEW.buyer_id;
BEGIN
	IF NEW.status <> 'pending' THEN
		RAISE EXCEPTION 'a commission begins as pending' USING ERRCODE = 'restrict_violation';
	END IF;
	FOR step IN 1..NEW.level LOOP
		SELECT referrer_id INTO upline FROM users WHERE id = upline;
	END LOOP;
	IF upline IS DISTINCT FROM NEW.user_id OR EXISTS (SELECT FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL) THEN
		RAISE EXCEPTION 'member % does not earn on level % of member %', NEW.user_id, NEW.level, NEW.buyer_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_upline';
	END IF;
	IF NOT EXISTS (
		SELECT FROM growing_purchase_events e JOIN wallet_orders o ON o.label = e.order_label
		WHERE e.order_label = NEW.order_label AND e.kind = 'bought' AND o.type = 'plant_purchase'
			AND (o.user_id, o.amount, o.currency) = (NEW.buyer_id, NEW.base_amount, NEW.currency)
	) OR EXISTS (SELECT FROM growing_purchase_events WHERE order_label = NEW.order_label AND kind = 'returned') THEN
		RAISE EXCEPTION 'order % has not bought plants for this amount', NEW.order_label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_bought';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_begin BEFORE INSERT ON "affiliate_commissions"
	FOR EACH ROW EXECUTE FUNCTION affiliate_begin_commission();--> statement-breakpoint
-- Whether an entry has exactly these postings. Those of 0 are left out.
CREATE FUNCTION affiliate_is_booked(entry_key text, c affiliate_commissions, available bigint, expense bigint, owed bigint)
RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT wallet_is_booked(entry_key, c.user_id, c.currency, (SELECT jsonb_object_agg(kind, amount) FROM (VALUES
		('member.available', available), ('club.commission', expense), ('club.commission_owed', owed)) AS p (kind, amount)
		WHERE amount <> 0))
$$;--> statement-breakpoint
CREATE FUNCTION affiliate_step_commission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	changes text[];
	total bigint;
BEGIN
	SELECT coalesce(array_agg(n.key ORDER BY n.key), '{}') INTO changes
		FROM jsonb_each(to_jsonb(NEW)) AS n JOIN jsonb_each(to_jsonb(OLD)) AS o ON o.key = n.key AND o.value <> n.value;
	IF OLD.status = 'pending' AND NEW.status = 'paid' AND changes <@ '{status,paid_at,withheld,transaction_label}' THEN
		SELECT coalesce(sum(owed), 0) INTO total FROM affiliate_commissions
			WHERE user_id = NEW.user_id AND currency = NEW.currency AND owed > 0;
		IF NEW.withheld <> least(NEW.amount, total) THEN
			RAISE EXCEPTION 'member % owes % of reversed commissions', NEW.user_id, total
				USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_owes';
		END IF;
		IF NOT affiliate_is_booked('commission:' || NEW.id || ':paid', NEW, NEW.amount - NEW.withheld, -NEW.amount, NEW.withheld)
			OR NEW.transaction_label IS NOT NULL AND NOT EXISTS (
				SELECT FROM wallet_transactions WHERE label = NEW.transaction_label AND type = 'commission'
					AND user_id = NEW.user_id AND amount = NEW.amount - NEW.withheld
					AND reference_kind = 'commission' AND reference_label = NEW.id) THEN
			RAISE EXCEPTION 'commission % is not booked', NEW.id
				USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_booked';
		END IF;
	ELSIF OLD.status IN ('pending', 'paid') AND NEW.status = 'reversed' AND changes <@ '{status,reversed_at,reason}' THEN
		IF NEW.reason = 'refund' AND NOT EXISTS (
				SELECT FROM growing_purchase_events WHERE order_label = NEW.order_label AND kind = 'returned')
			OR NEW.reason = 'left' AND (OLD.status = 'paid'
				OR NOT EXISTS (SELECT FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)) THEN
			RAISE EXCEPTION 'commission % has no reason to be reversed', NEW.id
				USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_reason';
		END IF;
	ELSIF NEW.status = 'reversed' AND OLD.settled_at IS NULL AND NEW.settled_at IS NOT NULL
		AND changes <@ '{settled_at,taken,owed,reversal_label}' THEN
		IF NEW.paid_at IS NOT NULL AND (NEW.taken + NEW.owed <> NEW.amount
			OR NOT affiliate_is_booked('commission:' || NEW.id || ':reversed', NEW, -NEW.taken, NEW.amount, -NEW.owed)
			OR NEW.reversal_label IS NOT NULL AND NOT EXISTS (
				SELECT FROM wallet_transactions WHERE label = NEW.reversal_label AND type = 'commission_reversal'
					AND user_id = NEW.user_id AND amount = -NEW.taken
					AND reference_kind = 'commission' AND reference_label = NEW.id)) THEN
			RAISE EXCEPTION 'the reversal of commission % is not booked', NEW.id
				USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_reversal_booked';
		END IF;
		-- The balance pays first. Only what it cannot bear is set off.
		IF NEW.owed > 0 AND EXISTS (SELECT FROM ledger_accounts WHERE kind = 'member.available'
			AND user_id = NEW.user_id AND currency = NEW.currency AND balance > 0) THEN
			RAISE EXCEPTION 'the balance of member % bears more of commission %', NEW.user_id, NEW.id
				USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_balance_first';
		END IF;
	ELSIF NOT (pg_trigger_depth() > 1 AND changes = '{owed}' AND NEW.owed < OLD.owed) THEN
		RAISE EXCEPTION 'a % commission does not become % by %', OLD.status, NEW.status, changes USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_step BEFORE UPDATE ON "affiliate_commissions"
	FOR EACH ROW EXECUTE FUNCTION affiliate_step_commission();--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_stay BEFORE DELETE OR TRUNCATE ON "affiliate_commissions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION affiliate_set_off() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE affiliate_commissions AS r SET owed = r.owed - NEW.amount FROM affiliate_commissions AS c
		WHERE r.id = NEW.reversed_id AND c.id = NEW.commission_id AND c.user_id = r.user_id AND c.currency = r.currency;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'commissions of different members are not set off' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_set_offs_apply BEFORE INSERT ON "affiliate_set_offs"
	FOR EACH ROW EXECUTE FUNCTION affiliate_set_off();--> statement-breakpoint
CREATE TRIGGER affiliate_set_offs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "affiliate_set_offs"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- At the commit what was withheld of a commission is the sum of its set-offs.
CREATE FUNCTION affiliate_check_withheld() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	commission text := coalesce(to_jsonb(NEW) ->> 'commission_id', to_jsonb(NEW) ->> 'id');
BEGIN
	IF (SELECT withheld FROM affiliate_commissions WHERE id = commission)
		<> (SELECT coalesce(sum(amount), 0) FROM affiliate_set_offs WHERE commission_id = commission) THEN
		RAISE EXCEPTION 'what is withheld of commission % is not what is set off', commission
			USING ERRCODE = 'check_violation', CONSTRAINT = 'affiliate_commissions_set_off';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER affiliate_commissions_set_off AFTER UPDATE ON "affiliate_commissions" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status = 'paid') EXECUTE FUNCTION affiliate_check_withheld();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER affiliate_set_offs_withheld AFTER INSERT ON "affiliate_set_offs" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION affiliate_check_withheld();--> statement-breakpoint
-- Adds a row for each change and merges those that nobody has locked. So no purchase waits for another one of the same
-- line, and the sums are right at each commit.
CREATE FUNCTION affiliate_keep_sums() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	members integer[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		WITH written AS (
			INSERT INTO affiliate_commission_sums (user_id, level, status, commissions, amount)
			SELECT user_id, level, status, count(*), sum(amount) FROM added GROUP BY user_id, level, status RETURNING user_id
		) SELECT array_agg(user_id) INTO members FROM written;
	ELSE
		WITH written AS (
			INSERT INTO affiliate_commission_sums (user_id, level, status, commissions, amount)
			SELECT user_id, level, status, sum(one), sum(amount) FROM (
				SELECT user_id, level, status, 1 AS one, amount FROM added
				UNION ALL
				SELECT user_id, level, status, -1, -amount FROM removed
			) AS changed GROUP BY user_id, level, status HAVING sum(one) <> 0 OR sum(amount) <> 0 RETURNING user_id
		) SELECT array_agg(user_id) INTO members FROM written;
	END IF;
	WITH free AS (
		SELECT id FROM affiliate_commission_sums WHERE user_id = ANY (members) FOR UPDATE SKIP LOCKED
	), gone AS (
		DELETE FROM affiliate_commission_sums AS s USING free WHERE s.id = free.id RETURNING s.*
	)
	INSERT INTO affiliate_commission_sums (user_id, level, status, commissions, amount)
	SELECT user_id, level, status, sum(commissions), sum(amount) FROM gone GROUP BY user_id, level, status
		HAVING sum(commissions) <> 0 OR sum(amount) <> 0;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_summed_in AFTER INSERT ON "affiliate_commissions"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_keep_sums();--> statement-breakpoint
CREATE TRIGGER affiliate_commissions_summed_again AFTER UPDATE ON "affiliate_commissions"
	REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_keep_sums();--> statement-breakpoint
CREATE FUNCTION affiliate_guard_sums() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only commissions change their sums' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER affiliate_commission_sums_keep BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "affiliate_commission_sums"
	FOR EACH STATEMENT EXECUTE FUNCTION affiliate_guard_sums();
