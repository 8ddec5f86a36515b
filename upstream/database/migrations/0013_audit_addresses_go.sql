-- The audit log stays append-only but for one change: the network address of somebody whose account is deleted goes.
-- It is that of who acted; where nobody was signed in, it is taken for that of the member whom the row is about.
DROP TRIGGER audit_log_append_only ON "audit_log";--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION audit_log_loses_addresses_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.ip IS NOT NULL AND NEW.ip IS NULL AND to_jsonb(NEW) - 'ip' = to_jsonb(OLD) - 'ip'
		AND EXISTS (SELECT FROM users WHERE id = coalesce(OLD.actor_id, OLD.user_id) AND deleted_at IS NOT NULL) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_loses_addresses_only BEFORE UPDATE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION audit_log_loses_addresses_only();
