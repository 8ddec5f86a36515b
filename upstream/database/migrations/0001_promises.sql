-- The promises that the database keeps for every client, where a table of the schema cannot express them. Each promise
-- has a test in plain SQL.

-- Every table

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint

-- The audit log

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION audit_log_loses_addresses_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.ip IS NOT NULL AND NEW.ip IS NULL AND to_jsonb(NEW) - 'ip' = to_jsonb(OLD) - 'ip'
		AND EXISTS (SELECT FROM users WHERE id = coalesce(OLD.actor_id, OLD.user_id) AND deleted_at IS NOT NULL) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_log_loses_addresses_only BEFORE UPDATE ON "audit_log"
	FOR EACH ROW EXECUTE FUNCTION audit_log_loses_addresses_only();--> statement-breakpoint

-- Members

-- The bank pays in the member's name as it was at the export. So the name stays until the bank has paid or refused.
CREATE FUNCTION is_identity_in_use(member integer) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT EXISTS (SELECT FROM wallet_withdrawals WHERE user_id = member AND status = 'processing')
$$;--> statement-breakpoint
CREATE FUNCTION keep_identity() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	is_other boolean := (NEW.firstname, NEW.lastname, NEW.country) IS DISTINCT FROM (OLD.firstname, OLD.lastname, OLD.country);
BEGIN
	IF OLD.first_withdrawal_at IS NOT NULL AND (NEW.first_withdrawal_at IS DISTINCT FROM OLD.first_withdrawal_at
		OR is_other AND coalesce(OLD.identity_unlocked_until, '-infinity') <= NEW.updated_at) THEN
		RAISE EXCEPTION 'names and country are locked since the first withdrawal'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_identity_locked', TABLE = 'users';
	END IF;
	IF is_other AND is_identity_in_use(OLD.id) THEN
		RAISE EXCEPTION 'names and country stay while a withdrawal is at the bank'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_identity_in_use', TABLE = 'users';
	END IF;
	-- One change is allowed. It locks the names again.
	IF is_other THEN
		NEW.identity_unlocked_until := NULL;
	ELSIF NEW.identity_unlocked_until IS DISTINCT FROM OLD.identity_unlocked_until AND NOT EXISTS (
		SELECT FROM staff_proposals WHERE kind = 'member unlock-name' AND subject = 'member ' || NEW.id
			AND confirmed_at = NEW.updated_at AND NEW.identity_unlocked_until <= confirmed_at + interval '14 days'
	) THEN
		RAISE EXCEPTION 'only two members of the staff unlock names and country, for 14 days at most'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'users_identity_unlocked_by_two', TABLE = 'users';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION keep_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The foreign key sets the referrer to null when their account is deleted.
	IF OLD.referrer_id IS NOT NULL
		AND (NEW.referrer_id IS NOT NULL OR EXISTS (SELECT FROM "users" WHERE id = OLD.referrer_id)) THEN
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
CREATE TRIGGER users_referrer_kept BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (NEW.referrer_id IS DISTINCT FROM OLD.referrer_id)
EXECUTE FUNCTION keep_referrer();--> statement-breakpoint
CREATE FUNCTION refuse_other_api_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an API token never changes, and stays revoked' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER api_tokens_stay BEFORE UPDATE ON "api_tokens" FOR EACH ROW
	WHEN (OLD.revoked_at IS NOT NULL OR (NEW.user_id, NEW.token_hash, NEW.abilities, NEW.allowed_ips, NEW.created_at, NEW.expires_at)
		IS DISTINCT FROM (OLD.user_id, OLD.token_hash, OLD.abilities, OLD.allowed_ips, OLD.created_at, OLD.expires_at))
	EXECUTE FUNCTION refuse_other_api_token();--> statement-breakpoint
-- As long as a change of an e-mail address can be reversed, nobody else gets the old address. The trigger runs after the
-- write. A statement that waited for the unique index then sees the change that freed the address.
CREATE FUNCTION "refuse_kept_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "email_changes"
    WHERE "old_email" = NEW."email" AND "user_id" <> NEW."id" AND "revert_expires_at" > NEW."updated_at"
      AND "reverted_at" IS NULL AND "overtaken_at" IS NULL
  ) THEN
    RAISE EXCEPTION 'the address is kept for its former account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_reserved', TABLE = 'users';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_email_reserved" AFTER INSERT OR UPDATE OF "email" ON "users"
  FOR EACH ROW EXECUTE FUNCTION "refuse_kept_email"();--> statement-breakpoint
CREATE TRIGGER users_identity_kept BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (NEW.deleted_at IS NULL AND (NEW.firstname, NEW.lastname, NEW.country, NEW.first_withdrawal_at, NEW.identity_unlocked_until)
	IS DISTINCT FROM (OLD.firstname, OLD.lastname, OLD.country, OLD.first_withdrawal_at, OLD.identity_unlocked_until))
EXECUTE FUNCTION keep_identity();--> statement-breakpoint
CREATE FUNCTION refuse_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a deleted account stays deleted'
		USING ERRCODE = 'check_violation', CONSTRAINT = 'users_deleted_for_good', TABLE = 'users';
END
$$;--> statement-breakpoint
CREATE TRIGGER users_deleted_for_good BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
EXECUTE FUNCTION refuse_return();--> statement-breakpoint
CREATE TRIGGER ghost_requests_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ghost_requests"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ghost_sessions_stay BEFORE DELETE OR TRUNCATE ON "ghost_sessions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ghost_sessions_end_once BEFORE UPDATE ON "ghost_sessions" FOR EACH ROW
	WHEN (OLD."ended_at" IS NOT NULL OR to_jsonb(NEW) - '{ended_at,ended_reason}'::text[] <> to_jsonb(OLD) - '{ended_at,ended_reason}'::text[])
	EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION end_ghost_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "ghost_sessions" SET "ended_at" = NEW."revoked_at", "ended_reason" = NEW."revoked_reason"
	WHERE "id" = NEW."id" AND "ended_at" IS NULL AND "expires_at" > NEW."revoked_at";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER auth_sessions_end_ghost AFTER UPDATE OF "revoked_at" ON "auth_sessions" FOR EACH ROW
	WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION end_ghost_session();--> statement-breakpoint

-- Staff

CREATE TRIGGER staff_proposals_stay BEFORE DELETE OR TRUNCATE ON "staff_proposals"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER staff_proposals_close_once BEFORE UPDATE ON "staff_proposals" FOR EACH ROW
	WHEN (OLD."confirmed_at" IS NOT NULL OR OLD."withdrawn_at" IS NOT NULL
		OR to_jsonb(NEW) - '{confirmed_by,confirmed_at,withdrawn_by,withdrawn_at}'::text[]
			<> to_jsonb(OLD) - '{confirmed_by,confirmed_at,withdrawn_by,withdrawn_at}'::text[])
	EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER staff_tokens_end_once BEFORE UPDATE ON "staff_tokens" FOR EACH ROW
	WHEN (OLD."revoked_at" IS NOT NULL
		OR to_jsonb(NEW) - '{last_used_at,revoked_at}'::text[] <> to_jsonb(OLD) - '{last_used_at,revoked_at}'::text[])
	EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Notifications

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

-- The ledger

CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON "ledger_accounts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION ledger_open_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.balance <> 0 OR NEW.postings <> 0 THEN
		RAISE EXCEPTION 'an account starts empty' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_accounts_begin_empty BEFORE INSERT ON "ledger_accounts"
	FOR EACH ROW EXECUTE FUNCTION ledger_open_account();--> statement-breakpoint
-- Only a posting changes a balance. Inside the trigger of a posting the depth is 2.
CREATE FUNCTION ledger_keep_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 OR NEW.postings <> OLD.postings + 1
		OR (NEW.id, NEW.kind, NEW.user_id, NEW.currency, NEW.created_at)
			IS DISTINCT FROM (OLD.id, OLD.kind, OLD.user_id, OLD.currency, OLD.created_at) THEN
		RAISE EXCEPTION 'only postings change an account' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_accounts_by_postings BEFORE UPDATE ON "ledger_accounts"
	FOR EACH ROW EXECUTE FUNCTION ledger_keep_account();--> statement-breakpoint
-- The depth shows only that some trigger set the balance. This check finds the posting that did it.
CREATE FUNCTION ledger_check_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (
		SELECT 1 FROM ledger_postings
		WHERE account_id = NEW.id AND position = NEW.postings AND balance_after = NEW.balance
	) THEN
		RAISE EXCEPTION 'no posting brought account % to its balance', NEW.id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_accounts_posted AFTER UPDATE ON "ledger_accounts" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION ledger_check_account();--> statement-breakpoint
-- Money that a member receives repays their debt first. So no member has both available money and a debt at a commit.
CREATE FUNCTION ledger_check_debt() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM ledger_accounts d
		JOIN ledger_accounts a ON a.user_id = d.user_id AND a.currency = d.currency AND a.kind = 'member.available'
		WHERE d.user_id = NEW.user_id AND d.currency = NEW.currency AND d.kind = 'member.debt' AND d.balance < 0 AND a.balance > 0
	) THEN
		RAISE EXCEPTION 'member % has available money and a debt', NEW.user_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_accounts_debt_first';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_accounts_debt_first AFTER UPDATE ON "ledger_accounts" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.kind IN ('member.available', 'member.debt')) EXECUTE FUNCTION ledger_check_debt();--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION ledger_await_log() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO ledger_unlogged (entry_id) VALUES (NEW.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_await_log AFTER INSERT ON "ledger_entries"
	FOR EACH ROW EXECUTE FUNCTION ledger_await_log();--> statement-breakpoint
CREATE FUNCTION ledger_check_sum(entry bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (SELECT count(*) FROM ledger_postings WHERE entry_id = entry)
			IS DISTINCT FROM (SELECT postings FROM ledger_entries WHERE id = entry)
		OR EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = entry GROUP BY currency HAVING sum(amount) <> 0) THEN
		RAISE EXCEPTION 'the postings of entry % do not sum to 0, or their number is wrong', entry USING ERRCODE = 'check_violation';
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM ledger_check_sum(NEW.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_sum AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_postings"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION ledger_book_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (SELECT count(*) FROM ledger_postings WHERE entry_id = NEW.entry_id)
		>= coalesce((SELECT postings FROM ledger_entries WHERE id = NEW.entry_id), 0) THEN
		RAISE EXCEPTION 'entry % is closed', NEW.entry_id USING ERRCODE = 'restrict_violation';
	END IF;
	UPDATE ledger_accounts SET balance = balance + NEW.amount, postings = postings + 1 WHERE id = NEW.account_id
		RETURNING balance, postings, currency INTO NEW.balance_after, NEW.position, NEW.currency;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_postings_book BEFORE INSERT ON "ledger_postings"
	FOR EACH ROW EXECUTE FUNCTION ledger_book_posting();--> statement-breakpoint
CREATE FUNCTION ledger_check_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM ledger_check_sum(NEW.entry_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
-- The check also runs for each posting. A client may make the first check immediate and then add a posting.
CREATE CONSTRAINT TRIGGER ledger_postings_sum AFTER INSERT ON "ledger_postings" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION ledger_check_posting();--> statement-breakpoint
CREATE TRIGGER ledger_unlogged_stay BEFORE UPDATE OR TRUNCATE ON "ledger_unlogged"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION ledger_leave_queue() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM ledger_log_nodes WHERE entry_id = OLD.entry_id) THEN
		RAISE EXCEPTION 'entry % is not in the log', OLD.entry_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_unlogged_until_logged BEFORE DELETE ON "ledger_unlogged"
	FOR EACH ROW EXECUTE FUNCTION ledger_leave_queue();--> statement-breakpoint
CREATE TRIGGER ledger_log_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_log_nodes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_log_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_log_heads"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Transactions

-- A transaction repeats its posting, so that a page reads one table. Times and sums continue those of the one before.
CREATE FUNCTION wallet_check_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	before record;
BEGIN
	IF NOT EXISTS (
		SELECT 1 FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
		WHERE p.account_id = NEW.account_id AND p.position = NEW.position AND p.entry_id = NEW.entry_id
			AND p.amount = NEW.amount AND p.balance_after = NEW.balance_after AND p.currency = NEW.currency
			AND a.kind = 'member.available' AND a.user_id = NEW.user_id
	) THEN
		RAISE EXCEPTION 'transaction % differs from its posting', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	SELECT position, booked_at INTO before FROM wallet_transactions
		WHERE account_id = NEW.account_id ORDER BY position DESC LIMIT 1;
	IF before.position > NEW.position THEN
		RAISE EXCEPTION 'transaction % comes after a later one', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	NEW.booked_at := greatest(NEW.booked_at, before.booked_at);
	NEW.type_total := abs(NEW.amount) + coalesce((
		SELECT t.type_total FROM unnest(ARRAY['pending', 'completed', 'reversed', 'failed']) AS s(status)
		CROSS JOIN LATERAL (
			SELECT position, type_total FROM wallet_transactions
			WHERE account_id = NEW.account_id AND type = NEW.type AND status = s.status AND (amount > 0) = (NEW.amount > 0)
			ORDER BY position DESC LIMIT 1
		) AS t
		ORDER BY t.position DESC LIMIT 1
	), 0);
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_transactions_match BEFORE INSERT ON "wallet_transactions"
	FOR EACH ROW EXECUTE FUNCTION wallet_check_transaction();--> statement-breakpoint
CREATE FUNCTION wallet_keep_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - 'status' IS DISTINCT FROM to_jsonb(OLD) - 'status' THEN
		RAISE EXCEPTION 'only the status of a transaction changes' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN
		('pending>completed', 'pending>failed', 'pending>reversed', 'completed>reversed') THEN
		RAISE EXCEPTION 'a % transaction does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_transactions_keep BEFORE UPDATE ON "wallet_transactions"
	FOR EACH ROW EXECUTE FUNCTION wallet_keep_transaction();--> statement-breakpoint
CREATE TRIGGER wallet_transactions_stay BEFORE DELETE OR TRUNCATE ON "wallet_transactions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Each posting of a member's available money has a transaction at the same position of the list.
CREATE FUNCTION wallet_check_listed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM ledger_accounts WHERE id = NEW.account_id AND kind = 'member.available')
		AND NOT EXISTS (SELECT 1 FROM wallet_transactions WHERE account_id = NEW.account_id AND position = NEW.position) THEN
		RAISE EXCEPTION 'posting % of account % has no transaction', NEW.position, NEW.account_id USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_postings_listed AFTER INSERT ON "ledger_postings" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION wallet_check_listed();--> statement-breakpoint

-- Orders

CREATE FUNCTION wallet_step_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.label, NEW.user_id, NEW.type, NEW.amount, NEW.currency, NEW.created_at)
		IS DISTINCT FROM (OLD.label, OLD.user_id, OLD.type, OLD.amount, OLD.currency, OLD.created_at)
		OR NEW.amount_paid < OLD.amount_paid THEN
		RAISE EXCEPTION 'an order keeps its terms, and its payments never decrease' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN (
		'pending>awaiting_payment', 'pending>canceled', 'pending>expired', 'awaiting_payment>partially_paid',
		'awaiting_payment>paid', 'awaiting_payment>expired', 'awaiting_payment>canceled', 'partially_paid>paid',
		'partially_paid>expired', 'pending>paid', 'paid>completed', 'completed>refunded') THEN
		RAISE EXCEPTION 'a % order does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_orders_step BEFORE UPDATE ON "wallet_orders"
	FOR EACH ROW EXECUTE FUNCTION wallet_step_order();--> statement-breakpoint
CREATE TRIGGER wallet_orders_stay BEFORE DELETE OR TRUNCATE ON "wallet_orders"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_order_items_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_order_items"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_order_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_order_steps"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION wallet_open_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.status NOT IN ('pending', 'awaiting_payment') OR NEW.amount_paid <> 0 THEN
		RAISE EXCEPTION 'an order starts unpaid' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_orders_begin BEFORE INSERT ON "wallet_orders"
	FOR EACH ROW EXECUTE FUNCTION wallet_open_order();--> statement-breakpoint
-- What is paid for plants and tickets is held until the order is paid in full. Then the price is taken of it, or at once
-- from the balance. If the order ends otherwise, all of it is released.
CREATE FUNCTION wallet_check_purchase(o wallet_orders, bought bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	is_released boolean := EXISTS (SELECT 1 FROM ledger_entries WHERE key = 'order:' || o.label || ':release');
BEGIN
	IF o.status IN ('completed', 'refunded') THEN
		IF bought <> o.amount OR is_released OR NOT (
			wallet_is_booked('order:' || o.label || ':purchase', o.user_id, o.currency,
				jsonb_build_object('member.available', -o.amount, 'club.plant_sales', o.amount))
			OR wallet_is_booked('order:' || o.label || ':settlement', o.user_id, o.currency,
				jsonb_build_object('member.held', -o.amount, 'club.plant_sales', o.amount))) THEN
			RAISE EXCEPTION 'order % is %, but its price was not taken', o.label, o.status USING ERRCODE = 'check_violation';
		END IF;
	ELSIF o.status IN ('expired', 'canceled') THEN
		IF bought <> 0 AND NOT wallet_is_booked('order:' || o.label || ':release', o.user_id, o.currency,
			jsonb_build_object('member.held', -bought, 'member.available', bought)) THEN
			RAISE EXCEPTION 'order % is %, but its hold is not released', o.label, o.status USING ERRCODE = 'check_violation';
		END IF;
	ELSIF o.held <> bought OR is_released THEN
		RAISE EXCEPTION 'order % does not hold what was paid for it', o.label USING ERRCODE = 'check_violation';
	END IF;
END
$$;--> statement-breakpoint
-- Payments for an order are credited to its member.
CREATE FUNCTION wallet_check_order_step() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	o wallet_orders;
	credited bigint;
	bought bigint;
BEGIN
	SELECT * INTO o FROM wallet_orders WHERE label = NEW.label;
	SELECT coalesce(sum(amount) FILTER (WHERE type = 'deposit'), 0), coalesce(-sum(amount) FILTER (WHERE type = o.type AND type <> 'deposit'), 0)
		INTO credited, bought FROM wallet_transactions
		WHERE reference_kind = 'order' AND reference_label = o.label AND user_id = o.user_id AND currency = o.currency;
	IF o.type = 'deposit' AND o.amount_paid <> credited OR o.amount_paid > credited + bought
		OR o.status = 'partially_paid' AND o.amount_paid = 0 THEN
		RAISE EXCEPTION 'the payments of order % differ from its transactions', o.label USING ERRCODE = 'check_violation';
	END IF;
	IF o.type <> 'deposit' THEN
		PERFORM wallet_check_purchase(o, bought);
	END IF;
	IF (o.status = 'refunded') <> EXISTS (
		SELECT 1 FROM wallet_transactions t JOIN ledger_entries e ON e.id = t.entry_id
		WHERE e.key = 'order:' || o.label || ':refund' AND t.type = 'refund' AND t.user_id = o.user_id AND t.currency = o.currency
			AND t.amount = CASE WHEN o.type = 'deposit' THEN -o.amount ELSE o.amount END
	) THEN
		RAISE EXCEPTION 'order % is %, which contradicts its refund', o.label, o.status USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_orders_booked AFTER UPDATE ON "wallet_orders" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION wallet_check_order_step();--> statement-breakpoint

-- Accounts for withdrawals

-- The destination of an account never changes. A new account has to wait for its cool-down.
CREATE FUNCTION wallet_keep_withdraw_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.user_id, NEW.type, NEW.iban, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.type, OLD.iban, OLD.created_at)
		OR NEW.usable_at < OLD.usable_at OR OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN
		RAISE EXCEPTION 'the destination of a withdraw account never changes, nor does it become usable earlier' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_keep BEFORE UPDATE ON "wallet_withdraw_accounts"
	FOR EACH ROW EXECUTE FUNCTION wallet_keep_withdraw_account();--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_stay BEFORE TRUNCATE ON "wallet_withdraw_accounts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION wallet_forget_withdraw_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL) THEN
		RAISE EXCEPTION 'a withdraw account is deleted only with its member' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdraw_accounts_forget BEFORE DELETE ON "wallet_withdraw_accounts"
	FOR EACH ROW EXECUTE FUNCTION wallet_forget_withdraw_account();--> statement-breakpoint

-- Withdrawals

-- Four eyes: nobody exports their own withdrawal. From the stored amount on, nobody exports one that they approved.
CREATE FUNCTION wallet_step_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	exporter integer;
BEGIN
	IF (NEW.label, NEW.user_id, NEW.draft_id, NEW.withdraw_account_id, NEW.amount, NEW.fee, NEW.currency, NEW.transaction_label, NEW.requested_at, NEW.cancel_token_hash, NEW.four_eyes_from)
		IS DISTINCT FROM (OLD.label, OLD.user_id, OLD.draft_id, OLD.withdraw_account_id, OLD.amount, OLD.fee, OLD.currency, OLD.transaction_label, OLD.requested_at, OLD.cancel_token_hash, OLD.four_eyes_from)
		OR OLD.approved_by IS NOT NULL AND NEW.approved_by IS DISTINCT FROM OLD.approved_by
		OR OLD.payout_file_id IS NOT NULL AND NEW.payout_file_id IS DISTINCT FROM OLD.payout_file_id THEN
		RAISE EXCEPTION 'the request and the approval of a withdrawal never change' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN (
		'pending>approved', 'pending>canceled', 'pending>rejected', 'approved>processing', 'approved>rejected',
		'processing>completed', 'processing>failed', 'completed>returned') THEN
		RAISE EXCEPTION 'a % withdrawal does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	IF OLD.payout_file_id IS NULL AND NEW.payout_file_id IS NOT NULL THEN
		SELECT created_by INTO exporter FROM wallet_payout_files WHERE id = NEW.payout_file_id;
		IF exporter IS NULL OR exporter = NEW.user_id
			OR NEW.amount >= NEW.four_eyes_from AND exporter = NEW.approved_by THEN
			RAISE EXCEPTION 'withdrawal % needs another person to export it', NEW.label
				USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_withdrawals_four_eyes';
		END IF;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_step BEFORE UPDATE ON "wallet_withdrawals"
	FOR EACH ROW EXECUTE FUNCTION wallet_step_withdrawal();--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_stay BEFORE DELETE OR TRUNCATE ON "wallet_withdrawals"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_withdrawal_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_withdrawal_steps"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_payout_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_payout_files"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- A withdrawal starts with its hold. It goes to an account of the member that is usable at that time.
CREATE FUNCTION wallet_open_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.status <> 'pending' OR NEW.approved_by IS NOT NULL OR NEW.completed_at IS NOT NULL THEN
		RAISE EXCEPTION 'a withdrawal starts as pending' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NOT EXISTS (
		SELECT 1 FROM wallet_transactions t
		JOIN ledger_postings p ON p.entry_id = t.entry_id
		JOIN ledger_accounts a ON a.id = p.account_id
		WHERE t.label = NEW.transaction_label AND t.type = 'withdrawal' AND t.user_id = NEW.user_id
			AND t.amount = -NEW.amount AND t.currency = NEW.currency
			AND a.kind = 'member.held' AND a.user_id = NEW.user_id AND p.amount = NEW.amount
	) THEN
		RAISE EXCEPTION 'withdrawal % differs from its hold', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	IF NOT EXISTS (
		SELECT 1 FROM wallet_withdraw_accounts
		WHERE id = NEW.withdraw_account_id AND user_id = NEW.user_id AND NOT is_disabled AND deleted_at IS NULL
			AND usable_at <= NEW.requested_at
	) THEN
		RAISE EXCEPTION 'withdrawal % goes to no usable account of the member', NEW.label USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_begin BEFORE INSERT ON "wallet_withdrawals"
	FOR EACH ROW EXECUTE FUNCTION wallet_open_withdrawal();--> statement-breakpoint
-- A step that moves money and its entry happen together or not at all. At the commit both exist, in either order.
CREATE FUNCTION wallet_is_booked(entry_key text, member integer, wanted_currency text, wanted jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT count(*) = (SELECT count(*) FROM jsonb_object_keys(wanted))
		AND coalesce(jsonb_object_agg(a.kind, p.amount) = wanted, false)
		AND coalesce(bool_and(p.currency = wanted_currency AND (a.user_id IS NULL OR a.user_id = member)), false)
	FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id JOIN ledger_accounts a ON a.id = p.account_id
	WHERE e.key = entry_key
$$;--> statement-breakpoint
CREATE FUNCTION wallet_check_withdrawal_step() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	w wallet_withdrawals;
	net bigint;
BEGIN
	SELECT * INTO w FROM wallet_withdrawals WHERE label = NEW.label;
	net := w.amount - w.fee;
	IF w.status IN ('canceled', 'rejected', 'failed') AND NOT wallet_is_booked('withdrawal:' || w.label || ':release', w.user_id, w.currency,
		jsonb_build_object('member.held', -w.amount, 'member.available', w.amount)) THEN
		RAISE EXCEPTION 'withdrawal % is %, but its hold is not released', w.label, w.status USING ERRCODE = 'check_violation';
	END IF;
	IF w.status IN ('completed', 'returned') AND NOT wallet_is_booked('withdrawal:' || w.label || ':settlement', w.user_id, w.currency,
		jsonb_build_object('member.held', -w.amount, 'club.bank', net)
			|| CASE WHEN w.fee > 0 THEN jsonb_build_object('club.fees', w.fee) ELSE '{}' END) THEN
		RAISE EXCEPTION 'withdrawal % is %, but it is not settled', w.label, w.status USING ERRCODE = 'check_violation';
	END IF;
	IF w.status = 'returned' AND NOT wallet_is_booked('withdrawal:' || w.label || ':return', w.user_id, w.currency,
		jsonb_build_object('club.bank', -net, 'member.available', net)) THEN
		RAISE EXCEPTION 'withdrawal % is returned, but its money is not', w.label USING ERRCODE = 'check_violation';
	END IF;
	IF EXISTS (SELECT 1 FROM ledger_entries WHERE key IN (
		CASE WHEN w.status NOT IN ('canceled', 'rejected', 'failed') THEN 'withdrawal:' || w.label || ':release' END,
		CASE WHEN w.status NOT IN ('completed', 'returned') THEN 'withdrawal:' || w.label || ':settlement' END,
		CASE WHEN w.status <> 'returned' THEN 'withdrawal:' || w.label || ':return' END)) THEN
		RAISE EXCEPTION 'withdrawal % is %, but a later step is booked', w.label, w.status USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER wallet_withdrawals_booked AFTER INSERT OR UPDATE ON "wallet_withdrawals" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION wallet_check_withdrawal_step();--> statement-breakpoint
-- No withdrawal goes to the bank while its member owes the club money.
CREATE FUNCTION wallet_refuse_in_debt() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM ledger_accounts
		WHERE user_id = NEW.user_id AND currency = NEW.currency AND kind = 'member.debt' AND balance < 0
	) THEN
		RAISE EXCEPTION 'withdrawal % belongs to a member who owes the club money', NEW.label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_withdrawals_without_debt';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_without_debt BEFORE UPDATE ON "wallet_withdrawals"
	FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('approved', 'processing')) EXECUTE FUNCTION wallet_refuse_in_debt();--> statement-breakpoint
-- The export waits for a change of the name that is under way, and the next change for the export.
CREATE FUNCTION wallet_hold_identity() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_withdrawals_hold_identity BEFORE UPDATE ON "wallet_withdrawals"
	FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status = 'processing') EXECUTE FUNCTION wallet_hold_identity();--> statement-breakpoint

-- The bank

CREATE TRIGGER wallet_bank_transfers_stay BEFORE DELETE OR TRUNCATE ON "wallet_bank_transfers"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- The data of the bank never change. The outcome is decided once. Only a reversal by the bank may change it.
CREATE FUNCTION wallet_keep_bank_transfer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - ARRAY['outcome', 'order_label', 'withdrawal_label', 'entry_id']
		IS DISTINCT FROM to_jsonb(OLD) - ARRAY['outcome', 'order_label', 'withdrawal_label', 'entry_id'] THEN
		RAISE EXCEPTION 'the data of a transfer never change' USING ERRCODE = 'restrict_violation';
	END IF;
	IF OLD.outcome <> 'unmatched' AND (NEW.outcome NOT IN (OLD.outcome, 'reversal')
		OR (NEW.order_label, NEW.withdrawal_label, NEW.entry_id)
			IS DISTINCT FROM (OLD.order_label, OLD.withdrawal_label, OLD.entry_id)) THEN
		RAISE EXCEPTION 'transfer % is % already', OLD.id, OLD.outcome USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_bank_transfers_keep BEFORE UPDATE ON "wallet_bank_transfers"
	FOR EACH ROW EXECUTE FUNCTION wallet_keep_bank_transfer();--> statement-breakpoint
CREATE TRIGGER wallet_bank_statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_bank_statements"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_bank_overrules_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "wallet_bank_overrules"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER wallet_bank_lines_stay BEFORE DELETE OR TRUNCATE ON "wallet_bank_lines"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- A line never changes. Only its transfer may become known later.
CREATE FUNCTION wallet_keep_bank_line() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - ARRAY['transfer_id', 'is_doubtful'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['transfer_id', 'is_doubtful'] THEN
		RAISE EXCEPTION 'the data of a line never change' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER wallet_bank_lines_keep BEFORE UPDATE ON "wallet_bank_lines"
	FOR EACH ROW EXECUTE FUNCTION wallet_keep_bank_line();--> statement-breakpoint

-- Growing

-- A room goes through the stages of one cycle after the other, and none is left out.
CREATE FUNCTION growing_begin_stage() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	stages text[] := ARRAY['seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting'];
	r growing_rooms;
	waiting text;
BEGIN
	IF NEW.stage = 'seedling' THEN
		-- Purchases lock their sale before the room, so this does the same.
		PERFORM 1 FROM growing_sales WHERE room_code = NEW.room_code AND first_cycle <= NEW.cycle AND (closed_at IS NULL OR reserved > 0)
			ORDER BY label FOR UPDATE;
	END IF;
	SELECT * INTO r FROM growing_rooms WHERE code = NEW.room_code FOR UPDATE;
	IF NOT coalesce(
		CASE WHEN NEW.stage = 'seedling' THEN NEW.cycle = r.cycle + 1 AND coalesce(r.stage, 'resting') = 'resting'
		ELSE NEW.cycle = r.cycle AND NEW.strain = r.strain AND array_position(stages, NEW.stage) = array_position(stages, r.stage) + 1 END,
		false) OR NEW.since < r.stage_since THEN
		RAISE EXCEPTION 'room % does not go from % in cycle % to % in cycle %', NEW.room_code, r.stage, r.cycle, NEW.stage, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_stages_in_order';
	END IF;
	IF NEW.stage = 'seedling' THEN
		-- No plant begins before it is bought.
		SELECT label INTO waiting FROM growing_sales
			WHERE room_code = NEW.room_code AND first_cycle <= NEW.cycle AND (closed_at IS NULL AND ends_at > NEW.since OR reserved > 0)
			ORDER BY label LIMIT 1;
		IF FOUND THEN
			RAISE EXCEPTION 'sale % of cycle % still sells or has unpaid orders', waiting, NEW.cycle
				USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_stages_after_sales';
		END IF;
		UPDATE growing_sales SET closed_at = ends_at WHERE room_code = NEW.room_code AND first_cycle <= NEW.cycle AND closed_at IS NULL;
	END IF;
	UPDATE growing_rooms SET cycle = NEW.cycle, stage = NEW.stage, stage_since = NEW.since, expected_on = NEW.expected_on, strain = NEW.strain
		WHERE code = NEW.room_code;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_stages_begin BEFORE INSERT ON "growing_stages"
	FOR EACH ROW EXECUTE FUNCTION growing_begin_stage();--> statement-breakpoint
CREATE TRIGGER growing_stages_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "growing_stages"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER growing_counts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "growing_counts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Cycle, stage and numbers of a room change only through its history and through purchases. Their triggers run one deeper.
CREATE FUNCTION growing_keep_room() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.code <> OLD.code OR NEW.last_number < OLD.last_number OR NEW.places < OLD.places
		OR pg_trigger_depth() < 2 AND to_jsonb(NEW) - ARRAY['name', 'name_de', 'city', 'places']
			IS DISTINCT FROM to_jsonb(OLD) - ARRAY['name', 'name_de', 'city', 'places'] THEN
		RAISE EXCEPTION 'the stage and the numbers of a room follow from its history, and its places stay' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_rooms_keep BEFORE UPDATE ON "growing_rooms"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_room();--> statement-breakpoint
CREATE FUNCTION growing_open_room() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.cycle <> 0 OR NEW.last_number <> 0 THEN
		RAISE EXCEPTION 'a room starts empty' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_rooms_begin BEFORE INSERT ON "growing_rooms"
	FOR EACH ROW EXECUTE FUNCTION growing_open_room();--> statement-breakpoint
CREATE TRIGGER growing_rooms_stay BEFORE DELETE OR TRUNCATE ON "growing_rooms"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- The places of a room in which nothing grows in any of these cycles, and which no sale may still fill. Until a sale is
-- closed, its whole stock counts.
CREATE FUNCTION growing_free_places(room text, first integer, last integer) RETURNS integer
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	WITH taken AS (
		SELECT first_cycle, last_cycle, count(*) AS plants FROM growing_plants
			WHERE room_code = room AND returned_at IS NULL GROUP BY first_cycle, last_cycle
		UNION ALL
		SELECT first_cycle, first_cycle + cycles - 1, CASE WHEN closed_at IS NULL THEN total - sold ELSE reserved END
			FROM growing_sales WHERE room_code = room
	)
	SELECT (SELECT places FROM growing_rooms WHERE code = room) - max(coalesce((
		SELECT sum(plants) FROM taken WHERE cycle BETWEEN first_cycle AND last_cycle), 0))::integer
	FROM generate_series(first, last) AS cycle
$$;--> statement-breakpoint
-- A sale offers free places of cycles that begin after its end. Its terms never change. Its stock changes only through
-- purchases.
CREATE FUNCTION growing_keep_sale() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.sold <> 0 OR NEW.reserved <> 0 OR NEW.closed_at IS NOT NULL THEN
			RAISE EXCEPTION 'a sale starts with its whole stock' USING ERRCODE = 'restrict_violation';
		END IF;
		-- The lock makes a new cycle, a loss and another sale of the room wait.
		PERFORM 1 FROM growing_rooms WHERE code = NEW.room_code FOR UPDATE;
		IF EXISTS (SELECT 1 FROM growing_stages
			WHERE room_code = NEW.room_code AND cycle >= NEW.first_cycle AND stage = 'seedling' AND since <= NEW.ends_at) THEN
			RAISE EXCEPTION 'cycle % of room % begins before the sale ends', NEW.first_cycle, NEW.room_code
				USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_sales_before_cycle';
		END IF;
		IF NEW.total > growing_free_places(NEW.room_code, NEW.first_cycle, NEW.first_cycle + NEW.cycles - 1) THEN
			RAISE EXCEPTION 'room % has no % free places', NEW.room_code, NEW.total
				USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_sales_places';
		END IF;
		RETURN NEW;
	END IF;
	IF to_jsonb(NEW) - ARRAY['sold', 'reserved', 'closed_at'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['sold', 'reserved', 'closed_at']
		OR OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at
		OR pg_trigger_depth() < 2 AND (NEW.sold, NEW.reserved) IS DISTINCT FROM (OLD.sold, OLD.reserved) THEN
		RAISE EXCEPTION 'a sale keeps its terms, and only purchases change its stock' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_sales_keep BEFORE INSERT OR UPDATE ON "growing_sales"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_sale();--> statement-breakpoint
CREATE TRIGGER growing_sales_stay BEFORE DELETE OR TRUNCATE ON "growing_sales"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- A purchase reserves its plants. The update of the sale makes purchases of one sale wait for each other, and its
-- constraint refuses what is not in stock.
CREATE FUNCTION growing_reserve() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	s growing_sales;
	o wallet_orders;
BEGIN
	UPDATE growing_sales SET reserved = reserved + NEW.quantity WHERE label = NEW.sale_label RETURNING * INTO s;
	SELECT * INTO o FROM wallet_orders WHERE label = NEW.order_label;
	IF NEW.state <> 'reserved' OR (o.type, o.user_id, o.currency, o.amount)
		IS DISTINCT FROM ('plant_purchase', NEW.user_id, s.currency, s.price_per_plant * NEW.quantity) THEN
		RAISE EXCEPTION 'purchase % differs from its order', NEW.order_label USING ERRCODE = 'check_violation';
	END IF;
	IF s.closed_at IS NOT NULL OR NEW.created_at < s.starts_at OR NEW.created_at >= s.ends_at THEN
		RAISE EXCEPTION 'sale % is not open', s.label USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_sales_open';
	END IF;
	IF NEW.quantity + coalesce((
		SELECT sum(quantity) FROM growing_purchases
		WHERE sale_label = NEW.sale_label AND user_id = NEW.user_id AND state IN ('reserved', 'sold')), 0) > s.max_per_member THEN
		RAISE EXCEPTION 'member % may not have so many plants of sale %', NEW.user_id, s.label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_sales_max_per_member';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_purchases_reserve BEFORE INSERT ON "growing_purchases"
	FOR EACH ROW EXECUTE FUNCTION growing_reserve();--> statement-breakpoint
-- Counts plants of a member that begin and end with the same cycles, so that no page counts rows.
CREATE FUNCTION growing_count_plants(member integer, room text, first integer, last integer, change integer) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE growing_stock SET plants = plants + change WHERE (room_code, first_cycle, last_cycle) = (room, first, last);
	IF NOT FOUND THEN
		INSERT INTO growing_stock AS s (room_code, first_cycle, last_cycle, plants) VALUES (room, first, last, change)
			ON CONFLICT (room_code, first_cycle, last_cycle) DO UPDATE SET plants = s.plants + change;
	END IF;
	UPDATE growing_holdings SET plants = plants + change
		WHERE (user_id, room_code, first_cycle, last_cycle) = (member, room, first, last);
	IF NOT FOUND THEN
		INSERT INTO growing_holdings AS h (user_id, room_code, first_cycle, last_cycle, plants) VALUES (member, room, first, last, change)
			ON CONFLICT (user_id, room_code, first_cycle, last_cycle) DO UPDATE SET plants = h.plants + change;
	END IF;
END
$$;--> statement-breakpoint
-- Sold plants get the next numbers of their room. Plants that have begun to grow are neither sold nor taken back.
CREATE FUNCTION growing_step_purchase() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	s growing_sales;
	last integer;
BEGIN
	IF to_jsonb(NEW) - ARRAY['state', 'changed_at'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['state', 'changed_at']
		OR OLD.state || '>' || NEW.state NOT IN ('reserved>sold', 'reserved>ended', 'sold>returned') THEN
		RAISE EXCEPTION 'a % purchase does not become %', OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
	END IF;
	UPDATE growing_sales SET
		reserved = reserved - CASE WHEN OLD.state = 'reserved' THEN OLD.quantity ELSE 0 END,
		sold = sold + CASE NEW.state WHEN 'sold' THEN OLD.quantity WHEN 'returned' THEN -OLD.quantity ELSE 0 END
		WHERE label = OLD.sale_label RETURNING * INTO s;
	IF NEW.state = 'sold' THEN
		UPDATE growing_rooms SET last_number = last_number + OLD.quantity WHERE code = s.room_code RETURNING last_number INTO last;
		IF EXISTS (SELECT 1 FROM growing_stages
			WHERE room_code = s.room_code AND cycle = s.first_cycle AND stage = 'seedling' AND since <= NEW.changed_at) THEN
			RAISE EXCEPTION 'the plants of order % have begun to grow', OLD.order_label
				USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_purchases_late';
		END IF;
		INSERT INTO growing_plants (room_code, position, user_id, order_label, sale_label, purchased_at, first_cycle, last_cycle)
			SELECT s.room_code, place, OLD.user_id, OLD.order_label, s.label, NEW.changed_at, s.first_cycle, s.first_cycle + s.cycles - 1
			FROM generate_series(last - OLD.quantity + 1, last) AS place;
		PERFORM growing_count_plants(OLD.user_id, s.room_code, s.first_cycle, s.first_cycle + s.cycles - 1, OLD.quantity);
	ELSIF NEW.state = 'returned' THEN
		-- The lock makes a new stage wait.
		PERFORM 1 FROM growing_rooms WHERE code = s.room_code AND cycle < s.first_cycle FOR UPDATE;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'the plants of order % have begun to grow', OLD.order_label
				USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_purchases_begun';
		END IF;
		UPDATE growing_plants SET returned_at = NEW.changed_at WHERE order_label = OLD.order_label;
		PERFORM growing_count_plants(OLD.user_id, s.room_code, s.first_cycle, s.first_cycle + s.cycles - 1, -OLD.quantity);
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_purchases_step BEFORE UPDATE ON "growing_purchases"
	FOR EACH ROW EXECUTE FUNCTION growing_step_purchase();--> statement-breakpoint
CREATE TRIGGER growing_purchases_stay BEFORE DELETE OR TRUNCATE ON "growing_purchases"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- At the commit a purchase and its order tell the same.
CREATE FUNCTION growing_check_purchase() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	-- The row's own table names the order's label.
	wanted text := coalesce(to_jsonb(NEW) ->> 'order_label', to_jsonb(NEW) ->> 'label');
BEGIN
	IF EXISTS (
		SELECT 1 FROM wallet_orders o LEFT JOIN growing_purchases p ON p.order_label = o.label
		WHERE o.label = wanted AND o.type = 'plant_purchase' AND p.state IS DISTINCT FROM CASE
			WHEN o.status = 'completed' THEN 'sold' WHEN o.status = 'refunded' THEN 'returned'
			WHEN o.status IN ('expired', 'canceled') THEN 'ended' ELSE 'reserved' END
	) THEN
		RAISE EXCEPTION 'order % and its plants tell different things', wanted USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER growing_purchases_follow AFTER INSERT OR UPDATE ON "growing_purchases" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION growing_check_purchase();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER growing_orders_follow AFTER INSERT OR UPDATE ON "wallet_orders" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.type = 'plant_purchase') EXECUTE FUNCTION growing_check_purchase();--> statement-breakpoint
CREATE TRIGGER growing_purchase_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "growing_purchase_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Only purchases and losses write plants. Their triggers run one deeper.
CREATE FUNCTION growing_keep_plant() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 OR TG_OP = 'UPDATE' AND (OLD.returned_at IS NOT NULL
		OR to_jsonb(NEW) - ARRAY['last_cycle', 'returned_at'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['last_cycle', 'returned_at']) THEN
		RAISE EXCEPTION 'only purchases and losses change plants' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_plants_keep BEFORE INSERT OR UPDATE ON "growing_plants"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_plant();--> statement-breakpoint
CREATE TRIGGER growing_plants_stay BEFORE DELETE OR TRUNCATE ON "growing_plants"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- A plant is lost while it grows. Its cycle does not count, so it grows one more.
CREATE FUNCTION growing_lose_plant() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	p growing_plants;
BEGIN
	PERFORM 1 FROM growing_rooms WHERE code = NEW.room_code AND cycle = NEW.cycle AND stage <> 'resting' FOR UPDATE;
	IF FOUND THEN
		UPDATE growing_plants SET last_cycle = last_cycle + 1
			WHERE room_code = NEW.room_code AND position = NEW.position AND returned_at IS NULL
				AND NEW.cycle BETWEEN first_cycle AND last_cycle
			RETURNING * INTO p;
	END IF;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'plant % of room % does not grow in cycle %', NEW.position, NEW.room_code, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_losses_growing';
	END IF;
	PERFORM growing_count_plants(p.user_id, p.room_code, p.first_cycle, p.last_cycle - 1, -1);
	PERFORM growing_count_plants(p.user_id, p.room_code, p.first_cycle, p.last_cycle, 1);
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_losses_lose BEFORE INSERT ON "growing_losses"
	FOR EACH ROW EXECUTE FUNCTION growing_lose_plant();--> statement-breakpoint
CREATE TRIGGER growing_losses_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "growing_losses"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Only the triggers of purchases and losses count plants. They run one deeper.
CREATE FUNCTION growing_keep_counts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only purchases and losses count plants' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_holdings_keep BEFORE INSERT OR UPDATE ON "growing_holdings"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_counts();--> statement-breakpoint
CREATE TRIGGER growing_holdings_stay BEFORE DELETE OR TRUNCATE ON "growing_holdings"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER growing_stock_keep BEFORE INSERT OR UPDATE ON "growing_stock"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_counts();--> statement-breakpoint
CREATE TRIGGER growing_stock_stay BEFORE DELETE OR TRUNCATE ON "growing_stock"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Harvests

-- A harvest is recorded when its plants are weighed, so that nothing can be lost any more. The figures that follow from
-- others are computed here, whatever the client sent.
CREATE FUNCTION growing_record_harvest() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	r growing_rooms;
	last growing_harvests;
	spent bigint;
BEGIN
	SELECT * INTO r FROM growing_rooms WHERE code = NEW.room_code FOR UPDATE;
	SELECT since INTO NEW.harvested_at FROM growing_stages WHERE room_code = NEW.room_code AND cycle = NEW.cycle AND stage = 'harvest';
	SELECT since INTO NEW.weighed_at FROM growing_stages WHERE room_code = NEW.room_code AND cycle = NEW.cycle AND stage = 'resting';
	IF NEW.weighed_at IS NULL OR NEW.recorded_at < NEW.weighed_at THEN
		RAISE EXCEPTION 'cycle % of room % is not weighed yet', NEW.cycle, NEW.room_code
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_weighed';
	END IF;
	SELECT * INTO last FROM growing_harvests WHERE room_code = NEW.room_code AND cycle = NEW.cycle ORDER BY version DESC LIMIT 1;
	IF last.status IN ('recorded', 'approved') OR NEW.version <> coalesce(last.version, 0) + 1 THEN
		RAISE EXCEPTION 'harvest %-% has a version that is not finished', NEW.room_code, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_one_open';
	END IF;
	SELECT * INTO last FROM growing_harvests
		WHERE room_code = NEW.room_code AND cycle = NEW.cycle AND status = 'paid' ORDER BY version DESC LIMIT 1;
	IF (last.version IS NULL) <> (NEW.reason IS NULL) OR last.currency <> NEW.currency THEN
		RAISE EXCEPTION 'a correction has a reason, and a first statement has none'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_corrected';
	END IF;
	IF NEW.status <> 'recorded' OR jsonb_typeof(NEW.costs) <> 'array' OR jsonb_array_length(NEW.costs) > 40 OR EXISTS (
		SELECT 1 FROM jsonb_array_elements(NEW.costs) AS cost
		WHERE NOT coalesce(jsonb_typeof(cost -> 'amount') = 'number' AND cost ->> 'amount' ~ '^\d{1,13}$' AND char_length(cost ->> 'title') BETWEEN 1 AND 80
			AND char_length(cost ->> 'title_de') BETWEEN 1 AND 80, false)
	) THEN
		RAISE EXCEPTION 'a harvest is recorded with its costs' USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_costs';
	END IF;
	SELECT coalesce(sum((cost ->> 'amount')::bigint), 0) INTO spent FROM jsonb_array_elements(NEW.costs) AS cost;
	SELECT count(*) INTO NEW.lost FROM growing_losses WHERE room_code = NEW.room_code AND cycle = NEW.cycle;
	SELECT count(*), count(DISTINCT user_id) INTO NEW.plants, NEW.members FROM growing_harvested(NEW.room_code, NEW.cycle);
	IF NEW.plants <> last.plants THEN
		RAISE EXCEPTION 'a correction shares among other plants than harvest %-% did', NEW.room_code, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_same_plants';
	END IF;
	IF EXISTS (
		SELECT 1 FROM growing_harvested(NEW.room_code, NEW.cycle) h
		JOIN growing_plants p ON p.room_code = NEW.room_code AND p.position = h.place
		JOIN growing_sales s ON s.label = p.sale_label
		WHERE s.member_share > NEW.member_share OR s.currency <> NEW.currency
	) THEN
		RAISE EXCEPTION 'harvest %-% gives less than a sale of its plants promised', NEW.room_code, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_promise';
	END IF;
	NEW.surplus = NEW.revenue - spent;
	NEW.pool = CASE WHEN NEW.plants = 0 THEN 0 ELSE greatest(NEW.surplus, 0) * NEW.member_share / 10000 END;
	SELECT NEW.pool - coalesce(sum(NEW.pool * own / NEW.plants), 0) INTO NEW.leftover
		FROM (SELECT count(*) AS own FROM growing_harvested(NEW.room_code, NEW.cycle) GROUP BY user_id) AS members;
	RETURN NEW;
END
$$;--> statement-breakpoint
-- The plants that have a part in a harvest. A plant that was bought after the weighing did not grow there.
CREATE FUNCTION growing_harvested(room text, harvested integer) RETURNS TABLE (user_id integer, place integer)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT p.user_id, p.position FROM growing_plants p
	WHERE p.room_code = room AND p.returned_at IS NULL AND harvested BETWEEN p.first_cycle AND p.last_cycle
		AND p.purchased_at <= (SELECT since FROM growing_stages WHERE room_code = room AND cycle = harvested AND stage = 'resting')
		AND NOT EXISTS (SELECT 1 FROM growing_losses l WHERE l.room_code = room AND l.cycle = harvested AND l.position = p.position)
$$;--> statement-breakpoint
CREATE TRIGGER growing_harvests_record BEFORE INSERT ON "growing_harvests"
	FOR EACH ROW EXECUTE FUNCTION growing_record_harvest();--> statement-breakpoint
-- Each share is rounded down. The cents that are left go to the largest remainders; the smaller plant number decides ties.
CREATE FUNCTION growing_share_harvest() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO growing_harvest_shares (room_code, cycle, version, user_id, plants, first_plant, payout, remainder, due)
		SELECT NEW.room_code, NEW.cycle, NEW.version, s.user_id, s.own, s.first, s.payout, s.remainder, s.payout - coalesce((
			SELECT b.payout FROM growing_harvest_shares b JOIN growing_harvests h USING (room_code, cycle, version)
			WHERE b.room_code = NEW.room_code AND b.cycle = NEW.cycle AND b.user_id = s.user_id AND h.status = 'paid'
			ORDER BY b.version DESC LIMIT 1), 0)
		FROM (
			SELECT m.*, NEW.pool * own % NEW.plants AS remainder, NEW.pool * own / NEW.plants
				+ (row_number() OVER (ORDER BY NEW.pool * own % NEW.plants DESC, first) <= NEW.leftover)::integer AS payout
			FROM (
				SELECT user_id, count(*)::integer AS own, min(place) AS first
				FROM growing_harvested(NEW.room_code, NEW.cycle) GROUP BY user_id
			) AS m
		) AS s;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_harvests_share AFTER INSERT ON "growing_harvests"
	FOR EACH ROW EXECUTE FUNCTION growing_share_harvest();--> statement-breakpoint
-- A statement never changes. It is approved or discarded, and paid when each share is settled.
CREATE FUNCTION growing_step_harvest() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	steps text[] := ARRAY['status', 'approved_at', 'approved_by', 'discarded_at', 'discarded_by', 'paid_at'];
	earlier bigint;
BEGIN
	IF to_jsonb(NEW) - steps IS DISTINCT FROM to_jsonb(OLD) - steps
		OR OLD.status || '>' || NEW.status NOT IN ('recorded>approved', 'recorded>discarded', 'approved>paid')
		OR OLD.status = 'approved' AND (NEW.approved_at, NEW.approved_by) IS DISTINCT FROM (OLD.approved_at, OLD.approved_by) THEN
		RAISE EXCEPTION 'a % harvest does not become %, and its figures stay', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	-- A correction that takes away is as large as what it takes away.
	SELECT pool INTO earlier FROM growing_harvests
		WHERE room_code = NEW.room_code AND cycle = NEW.cycle AND status = 'paid' ORDER BY version DESC LIMIT 1;
	IF NEW.status = 'approved' AND NEW.approved_by = NEW.recorded_by AND greatest(NEW.pool, earlier) >= NEW.four_eyes_from THEN
		RAISE EXCEPTION 'harvest %-% needs somebody else to approve it', NEW.room_code, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_four_eyes';
	END IF;
	IF NEW.status = 'paid' AND EXISTS (
		SELECT 1 FROM growing_harvest_shares s WHERE (s.room_code, s.cycle, s.version) = (NEW.room_code, NEW.cycle, NEW.version)
			AND s.settled_at IS NULL
	) THEN
		RAISE EXCEPTION 'harvest %-% has shares that are not settled', NEW.room_code, NEW.cycle
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvests_all_settled';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_harvests_step BEFORE UPDATE ON "growing_harvests"
	FOR EACH ROW EXECUTE FUNCTION growing_step_harvest();--> statement-breakpoint
CREATE TRIGGER growing_harvests_stay BEFORE DELETE OR TRUNCATE ON "growing_harvests"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- At the commit of an approval the club owes what its members are due, and the shares are the whole pool.
CREATE FUNCTION growing_check_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	entry_key text := format('harvest:%s-%s:%s', NEW.room_code, NEW.cycle, NEW.version);
	due bigint;
	shared bigint;
BEGIN
	SELECT coalesce(sum(greatest(s.due, 0)), 0), coalesce(sum(s.payout), 0) INTO due, shared FROM growing_harvest_shares s
		WHERE (s.room_code, s.cycle, s.version) = (NEW.room_code, NEW.cycle, NEW.version);
	IF shared <> NEW.pool THEN
		RAISE EXCEPTION 'the shares of harvest %-% are not its pool', NEW.room_code, NEW.cycle USING ERRCODE = 'check_violation';
	END IF;
	IF NOT (CASE WHEN due = 0 THEN NOT EXISTS (SELECT 1 FROM ledger_entries WHERE key = entry_key)
		ELSE wallet_is_booked(entry_key, NULL, NEW.currency, jsonb_build_object('club.harvest', -due, 'club.payable', due)) END) THEN
		RAISE EXCEPTION 'harvest %-% owes %, and that is not booked', NEW.room_code, NEW.cycle, due USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER growing_harvests_booked AFTER UPDATE ON "growing_harvests" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION growing_check_approval();--> statement-breakpoint
-- A share is settled once, while its harvest is paid out, and with the entry of its amounts. What the member had too
-- much by a correction is deducted first. What a correction brings to somebody who has left stays owed by the club.
CREATE FUNCTION growing_settle_share() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	h growing_harvests;
	harvest text := OLD.room_code || '-' || OLD.cycle;
	entry_key text := format('harvest:%s:%s:%s', harvest, OLD.version, OLD.user_id);
	owed bigint;
	wanted jsonb;
	paid bigint;
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF pg_trigger_depth() < 2 OR NEW.settled_at IS NOT NULL OR NEW.withheld <> 0 OR NEW.transaction_label IS NOT NULL THEN
			RAISE EXCEPTION 'only a harvest writes its shares' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	SELECT * INTO h FROM growing_harvests WHERE (room_code, cycle, version) = (OLD.room_code, OLD.cycle, OLD.version);
	IF to_jsonb(NEW) - ARRAY['withheld', 'transaction_label', 'settled_at'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['withheld', 'transaction_label', 'settled_at']
		OR OLD.settled_at IS NOT NULL OR NEW.settled_at IS NULL OR h.status <> 'approved' THEN
		RAISE EXCEPTION 'a share is settled once, after the approval of its harvest' USING ERRCODE = 'restrict_violation';
	END IF;
	SELECT coalesce((SELECT amount FROM growing_overpaid
		WHERE user_id = NEW.user_id AND currency = h.currency FOR UPDATE), 0) INTO owed;
	IF NEW.withheld <> least(greatest(NEW.due, 0), owed) THEN
		RAISE EXCEPTION 'member % owes % of earlier payouts', NEW.user_id, owed
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvest_shares_owed';
	END IF;
	SELECT CASE WHEN deleted_at IS NULL THEN greatest(NEW.due, 0) - NEW.withheld ELSE 0 END INTO paid FROM users WHERE users.id = NEW.user_id;
	SELECT jsonb_object_agg(kind, amount) INTO wanted FROM (VALUES
		('member.available', paid), ('club.payable', -(paid + NEW.withheld)),
		('club.overpaid', NEW.withheld + least(NEW.due, 0)), ('club.harvest', -least(NEW.due, 0))) AS postings (kind, amount)
		WHERE amount <> 0;
	IF NOT (CASE WHEN wanted IS NULL THEN NOT EXISTS (SELECT 1 FROM ledger_entries WHERE key = entry_key)
			ELSE wallet_is_booked(entry_key, NEW.user_id, h.currency, wanted) END)
		OR paid = 0 AND NEW.transaction_label IS NOT NULL
		OR paid > 0 AND NOT EXISTS (
			SELECT 1 FROM wallet_transactions t JOIN ledger_entries e ON e.id = t.entry_id
			WHERE t.label = NEW.transaction_label AND e.key = entry_key AND t.type = 'harvest_payout' AND t.user_id = NEW.user_id
				AND t.status = 'completed' AND t.reference_kind = 'harvest' AND t.reference_label = harvest
		) THEN
		RAISE EXCEPTION 'the share of member % is not booked as %', NEW.user_id, wanted
			USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_harvest_shares_booked';
	END IF;
	IF NEW.withheld > 0 THEN
		UPDATE growing_overpaid SET amount = amount - NEW.withheld WHERE user_id = NEW.user_id AND currency = h.currency;
	ELSIF NEW.due < 0 THEN
		INSERT INTO growing_overpaid AS o (user_id, amount, currency) VALUES (NEW.user_id, -NEW.due, h.currency)
			ON CONFLICT (user_id, currency) DO UPDATE SET amount = o.amount + excluded.amount;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_harvest_shares_settle BEFORE INSERT OR UPDATE ON "growing_harvest_shares"
	FOR EACH ROW EXECUTE FUNCTION growing_settle_share();--> statement-breakpoint
CREATE TRIGGER growing_harvest_shares_stay BEFORE DELETE OR TRUNCATE ON "growing_harvest_shares"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION growing_keep_overpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 OR TG_OP = 'UPDATE' AND (NEW.user_id, NEW.currency) <> (OLD.user_id, OLD.currency) THEN
		RAISE EXCEPTION 'only settled shares change what is overpaid' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_overpaid_keep BEFORE INSERT OR UPDATE ON "growing_overpaid"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_overpaid();--> statement-breakpoint
CREATE TRIGGER growing_overpaid_stay BEFORE DELETE OR TRUNCATE ON "growing_overpaid"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- A photo begins as waiting, with its original. It is ready once all its files exist. Its original goes with that step.
CREATE FUNCTION growing_photo_widths(original integer) RETURNS SETOF integer LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
	SELECT DISTINCT least(width, original) FROM unnest(ARRAY[480, 960, 1600]) AS width
$$;--> statement-breakpoint
CREATE FUNCTION growing_step_photo() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.state <> 'waiting' THEN
			RAISE EXCEPTION 'a photo begins as waiting' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF to_jsonb(NEW) - 'state' IS DISTINCT FROM to_jsonb(OLD) - 'state'
		OR OLD.state || '>' || NEW.state NOT IN ('waiting>ready', 'waiting>failed', 'ready>removed') THEN
		RAISE EXCEPTION 'a % photo does not become %, and keeps what it says', OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.state = 'ready' AND EXISTS (
		SELECT 1 FROM growing_photo_widths(NEW.width) AS w CROSS JOIN unnest(ARRAY['avif', 'webp', 'jpeg']) AS f
		WHERE NOT EXISTS (SELECT 1 FROM growing_photo_files WHERE photo_id = NEW.id AND width = w AND format = f)
	) THEN
		RAISE EXCEPTION 'photo % lacks files', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_photos_complete';
	END IF;
	DELETE FROM growing_photo_originals WHERE photo_id = NEW.id;
	IF NEW.state = 'removed' THEN
		DELETE FROM growing_photo_files WHERE photo_id = NEW.id;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_photos_step BEFORE INSERT OR UPDATE ON "growing_photos"
	FOR EACH ROW EXECUTE FUNCTION growing_step_photo();--> statement-breakpoint
CREATE TRIGGER growing_photos_stay BEFORE DELETE OR TRUNCATE ON "growing_photos"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION growing_check_photo() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM growing_photos WHERE id = NEW.id AND state = 'waiting')
		AND NOT EXISTS (SELECT 1 FROM growing_photo_originals WHERE photo_id = NEW.id) THEN
		RAISE EXCEPTION 'photo % has no original', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_photos_original';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER growing_photos_begin AFTER INSERT ON "growing_photos" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION growing_check_photo();--> statement-breakpoint
-- Originals and files come while the photo waits. The lock makes the step to ready wait.
CREATE FUNCTION growing_keep_photo_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	p growing_photos;
BEGIN
	IF TG_OP = 'DELETE' AND pg_trigger_depth() >= 2 THEN
		RETURN OLD;
	ELSIF TG_OP <> 'INSERT' THEN
		RAISE EXCEPTION 'the files of a photo go only with its steps' USING ERRCODE = 'restrict_violation';
	END IF;
	SELECT * INTO p FROM growing_photos WHERE id = NEW.photo_id AND state = 'waiting' FOR SHARE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'photo % does not wait', NEW.photo_id USING ERRCODE = 'restrict_violation';
	END IF;
	IF TG_TABLE_NAME = 'growing_photo_files' AND (
		to_jsonb(NEW) ->> 'width' NOT IN (SELECT w::text FROM growing_photo_widths(p.width) AS w)
		OR abs((to_jsonb(NEW) ->> 'height')::numeric - (to_jsonb(NEW) ->> 'width')::numeric * p.height / p.width) > 1) THEN
		RAISE EXCEPTION 'photo % has no file of this size', p.id USING ERRCODE = 'check_violation', CONSTRAINT = 'growing_photo_files_sides';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER growing_photo_originals_keep BEFORE INSERT OR UPDATE OR DELETE ON "growing_photo_originals"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_photo_bytes();--> statement-breakpoint
CREATE TRIGGER growing_photo_originals_stay BEFORE TRUNCATE ON "growing_photo_originals"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER growing_photo_files_begin BEFORE INSERT OR DELETE ON "growing_photo_files"
	FOR EACH ROW EXECUTE FUNCTION growing_keep_photo_bytes();--> statement-breakpoint
CREATE TRIGGER growing_photo_files_stay BEFORE UPDATE OR TRUNCATE ON "growing_photo_files"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
