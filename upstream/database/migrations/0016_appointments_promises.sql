-- Appointments: no client can oversell one, pass somebody on the waiting list, or take a place without its order.

CREATE FUNCTION appointment_keep() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	in_calendars text[] := '{kind,title,title_de,description,description_de,starts_at,ends_at,timezone,location,online_url,canceled_at}';
	before jsonb;
	after jsonb;
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.taken <> 0 OR NEW.waiting <> 0 OR NEW.sequence <> 0 OR NEW.canceled_at IS NOT NULL OR NEW.finished_at IS NOT NULL THEN
			RAISE EXCEPTION 'an appointment starts with all its places' USING ERRCODE = 'restrict_violation';
		END IF;
		RETURN NEW;
	END IF;
	IF (NEW.label, NEW.price, NEW.currency, NEW.created_at) IS DISTINCT FROM (OLD.label, OLD.price, OLD.currency, OLD.created_at)
		OR pg_trigger_depth() < 2 AND (NEW.taken, NEW.waiting, NEW.sequence) IS DISTINCT FROM (OLD.taken, OLD.waiting, OLD.sequence) THEN
		RAISE EXCEPTION 'an appointment keeps its price, and only tickets take places' USING ERRCODE = 'restrict_violation';
	END IF;
	IF OLD.canceled_at IS NOT NULL AND to_jsonb(NEW) - ARRAY['taken', 'waiting', 'finished_at'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['taken', 'waiting', 'finished_at'] THEN
		RAISE EXCEPTION 'appointment % is canceled', OLD.label
			USING ERRCODE = 'restrict_violation', CONSTRAINT = 'appointments_canceled_final';
	END IF;
	SELECT jsonb_object_agg(key, value) INTO before FROM jsonb_each(to_jsonb(OLD)) WHERE key = ANY (in_calendars);
	SELECT jsonb_object_agg(key, value) INTO after FROM jsonb_each(to_jsonb(NEW)) WHERE key = ANY (in_calendars);
	IF before IS DISTINCT FROM after THEN
		NEW.sequence := OLD.sequence + 1;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointments_keep BEFORE INSERT OR UPDATE ON "appointments"
	FOR EACH ROW EXECUTE FUNCTION appointment_keep();--> statement-breakpoint
CREATE TRIGGER appointments_stay BEFORE DELETE OR TRUNCATE ON "appointments"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

CREATE FUNCTION appointment_places_held(status text, places integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN status IN ('offered', 'reserved', 'registered', 'checked_in', 'no_show') THEN places ELSE 0 END
$$;--> statement-breakpoint
-- Whether a party waits that would fit into what is free without this ticket. Only those before `own` count, unless it
-- is new.
CREATE FUNCTION appointment_passes_over(a appointments, own bigint, own_places integer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT a.waiting > 0 AND EXISTS (SELECT FROM appointment_tickets WHERE appointment_label = a.label AND status = 'waitlisted'
		AND (own IS NULL OR id < own) AND places <= a.capacity - a.taken + own_places)
$$;--> statement-breakpoint
-- A ticket takes its places. The update of the appointment makes parties wait for each other, and its constraint refuses
-- what is not free.
CREATE FUNCTION appointment_begin_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	a appointments;
BEGIN
	IF NEW.status NOT IN ('waitlisted', 'reserved', 'registered') OR NEW.places <> 1 + jsonb_array_length(NEW.guests) THEN
		RAISE EXCEPTION 'a ticket begins with its whole party' USING ERRCODE = 'restrict_violation';
	END IF;
	UPDATE appointments SET
		taken = taken + appointment_places_held(NEW.status, NEW.places),
		waiting = waiting + CASE NEW.status WHEN 'waitlisted' THEN 1 ELSE 0 END
		WHERE label = NEW.appointment_label RETURNING * INTO a;
	IF a.canceled_at IS NOT NULL OR NEW.created_at < a.registration_opens_at OR NEW.created_at >= a.registration_closes_at THEN
		RAISE EXCEPTION 'nobody can register for appointment %', a.label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_open';
	END IF;
	IF NEW.status <> 'waitlisted' AND appointment_passes_over(a, NULL, NEW.places) THEN
		RAISE EXCEPTION 'a party waits for these places of appointment %', a.label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_in_turn';
	END IF;
	IF a.price IS NOT NULL AND NEW.status = 'registered' THEN
		RAISE EXCEPTION 'a place of appointment % is paid first', a.label USING ERRCODE = 'check_violation', CONSTRAINT = 'appointment_tickets_paid';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointment_tickets_begin BEFORE INSERT ON "appointment_tickets"
	FOR EACH ROW EXECUTE FUNCTION appointment_begin_ticket();--> statement-breakpoint
CREATE FUNCTION appointment_step_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	a appointments;
	may_change text[] := '{status,why,order_label,offer_expires_at,checked_in_at,changed_at,name,guests,notes}';
BEGIN
	IF to_jsonb(NEW) - may_change IS DISTINCT FROM to_jsonb(OLD) - may_change
		OR OLD.order_label IS NOT NULL AND NEW.order_label IS DISTINCT FROM OLD.order_label
		OR NEW.order_label IS DISTINCT FROM OLD.order_label AND (OLD.status, NEW.status) <> ('offered', 'reserved') THEN
		RAISE EXCEPTION 'a ticket keeps its party and its order' USING ERRCODE = 'restrict_violation';
	END IF;
	IF NEW.status = OLD.status THEN
		RETURN NEW;
	END IF;
	IF OLD.status || '>' || NEW.status NOT IN (
		'waitlisted>offered', 'waitlisted>canceled', 'waitlisted>expired',
		'offered>reserved', 'offered>registered', 'offered>canceled', 'offered>expired',
		'reserved>registered', 'reserved>canceled', 'reserved>expired',
		'registered>checked_in', 'registered>canceled', 'registered>no_show',
		'checked_in>registered', 'checked_in>canceled', 'no_show>checked_in', 'no_show>canceled') THEN
		RAISE EXCEPTION 'a % ticket does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
	END IF;
	UPDATE appointments SET
		taken = taken + appointment_places_held(NEW.status, NEW.places) - appointment_places_held(OLD.status, OLD.places),
		waiting = waiting - CASE OLD.status WHEN 'waitlisted' THEN 1 ELSE 0 END
		WHERE label = OLD.appointment_label RETURNING * INTO a;
	IF NEW.status = 'offered' AND appointment_passes_over(a, NEW.id, NEW.places) THEN
		RAISE EXCEPTION 'an earlier party waits for these places of appointment %', a.label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_in_turn';
	END IF;
	IF a.canceled_at IS NOT NULL AND (NEW.status IN ('offered', 'checked_in') OR OLD.status = 'offered' AND NEW.status IN ('reserved', 'registered')) THEN
		RAISE EXCEPTION 'appointment % is canceled', a.label USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_open';
	END IF;
	IF OLD.status = 'offered' AND NEW.status IN ('reserved', 'registered') AND NEW.changed_at >= OLD.offer_expires_at THEN
		RAISE EXCEPTION 'the offer of ticket % is over', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'appointment_tickets_offer_over';
	END IF;
	IF NEW.status IN ('registered', 'checked_in') AND (a.price IS NULL) <> (NEW.order_label IS NULL) THEN
		RAISE EXCEPTION 'a place of appointment % is paid first', a.label
			USING ERRCODE = 'check_violation', CONSTRAINT = 'appointment_tickets_paid';
	END IF;
	IF OLD.status = 'checked_in' AND NEW.status = 'canceled' AND a.canceled_at IS NULL AND NEW.why IS DISTINCT FROM 'left' THEN
		RAISE EXCEPTION 'ticket % is used', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'appointment_tickets_used';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointment_tickets_step BEFORE UPDATE ON "appointment_tickets"
	FOR EACH ROW EXECUTE FUNCTION appointment_step_ticket();--> statement-breakpoint
CREATE TRIGGER appointment_tickets_stay BEFORE DELETE OR TRUNCATE ON "appointment_tickets"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- The history of a ticket follows from its states.
CREATE FUNCTION appointment_write_step() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
		INSERT INTO appointment_ticket_steps (ticket_id, status, why, at) VALUES (NEW.id, NEW.status, NEW.why, NEW.changed_at);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointment_tickets_history AFTER INSERT OR UPDATE ON "appointment_tickets"
	FOR EACH ROW EXECUTE FUNCTION appointment_write_step();--> statement-breakpoint
CREATE FUNCTION appointment_keep_step() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF pg_trigger_depth() < 2 THEN
		RAISE EXCEPTION 'only tickets write their history' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointment_ticket_steps_begin BEFORE INSERT ON "appointment_ticket_steps"
	FOR EACH ROW EXECUTE FUNCTION appointment_keep_step();--> statement-breakpoint
CREATE TRIGGER appointment_ticket_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "appointment_ticket_steps"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER appointment_check_ins_append_only BEFORE UPDATE OR TRUNCATE ON "appointment_check_ins"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- What was tried at a door stays at least until the appointment is closed.
CREATE FUNCTION appointment_keep_check_in() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM appointments WHERE label = OLD.appointment_label AND finished_at IS NULL) THEN
		RAISE EXCEPTION 'appointment % is not closed', OLD.appointment_label USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointment_check_ins_keep BEFORE DELETE ON "appointment_check_ins"
	FOR EACH ROW EXECUTE FUNCTION appointment_keep_check_in();--> statement-breakpoint

-- At the commit a ticket and its order tell the same. A member who leaves the club gives a paid ticket up.
CREATE FUNCTION appointment_check_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	-- The row's own table names the order's label.
	wanted text := CASE TG_TABLE_NAME WHEN 'wallet_orders' THEN to_jsonb(NEW) ->> 'label' ELSE to_jsonb(NEW) ->> 'order_label' END;
BEGIN
	IF wanted IS NULL THEN
		RETURN NULL;
	END IF;
	IF NOT EXISTS (
		SELECT FROM wallet_orders o JOIN appointment_tickets t ON t.order_label = o.label JOIN appointments a ON a.label = t.appointment_label
		WHERE o.label = wanted AND (o.type, o.user_id, o.currency, o.amount) = ('event_ticket', t.user_id, a.currency, a.price * t.places)
			AND CASE
				WHEN o.status = 'completed' THEN t.status IN ('registered', 'checked_in', 'no_show') OR (t.status, t.why) = ('canceled', 'left')
				WHEN o.status = 'refunded' THEN t.status = 'canceled'
				WHEN o.status IN ('expired', 'canceled') THEN t.status IN ('canceled', 'expired')
				ELSE t.status = 'reserved' END
	) THEN
		RAISE EXCEPTION 'order % and its ticket tell different things', wanted USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER appointment_tickets_follow AFTER INSERT OR UPDATE ON "appointment_tickets" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION appointment_check_order();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER appointment_orders_follow AFTER INSERT OR UPDATE ON "wallet_orders" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.type = 'event_ticket') EXECUTE FUNCTION appointment_check_order();--> statement-breakpoint
-- A message is told once.
CREATE FUNCTION appointment_keep_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - 'told_at' IS DISTINCT FROM to_jsonb(OLD) - 'told_at' OR OLD.told_at IS NOT NULL THEN
		RAISE EXCEPTION 'a message is told once' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER appointment_messages_keep BEFORE UPDATE ON "appointment_messages"
	FOR EACH ROW EXECUTE FUNCTION appointment_keep_message();--> statement-breakpoint

-- The price of a ticket goes to an account of its own.
-- What is paid for plants and tickets is held until the order is paid in full. Then the price is taken of it, or at once
-- from the balance. If the order ends otherwise, all of it is released.
CREATE OR REPLACE FUNCTION wallet_check_purchase(o wallet_orders, bought bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	income text := CASE o.type WHEN 'event_ticket' THEN 'club.event_tickets' ELSE 'club.plant_sales' END;
	is_released boolean := EXISTS (SELECT 1 FROM ledger_entries WHERE key = 'order:' || o.label || ':release');
BEGIN
	IF o.status IN ('completed', 'refunded') THEN
		IF bought <> o.amount OR is_released OR NOT (
			wallet_is_booked('order:' || o.label || ':purchase', o.user_id, o.currency,
				jsonb_build_object('member.available', -o.amount, income, o.amount))
			OR wallet_is_booked('order:' || o.label || ':settlement', o.user_id, o.currency,
				jsonb_build_object('member.held', -o.amount, income, o.amount))) THEN
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
$$;
