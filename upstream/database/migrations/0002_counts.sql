CREATE TABLE "notification_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"unread" integer NOT NULL,
	"read" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_counts" ADD CONSTRAINT "notification_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_counts_of_member" ON "notification_counts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_orders_open_of_member" ON "wallet_orders" USING btree ("user_id","created_at" DESC NULLS LAST,"label") WHERE "wallet_orders"."status" in ('pending', 'awaiting_payment', 'partially_paid');--> statement-breakpoint
CREATE INDEX "wallet_withdrawals_open_of_member" ON "wallet_withdrawals" USING btree ("user_id","requested_at" DESC NULLS LAST,"label") WHERE "wallet_withdrawals"."status" in ('pending', 'approved', 'processing');