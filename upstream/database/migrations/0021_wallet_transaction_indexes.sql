DROP INDEX "wallet_transactions_in_order";--> statement-breakpoint
DROP INDEX "wallet_transactions_by_amount";--> statement-breakpoint
CREATE INDEX "wallet_transactions_in_order" ON "wallet_transactions" USING btree ("account_id","type","status",("amount" > 0),"position","amount");--> statement-breakpoint
CREATE INDEX "wallet_transactions_by_amount" ON "wallet_transactions" USING btree ("account_id","type","status",("amount" > 0),abs("amount"),"position","amount");