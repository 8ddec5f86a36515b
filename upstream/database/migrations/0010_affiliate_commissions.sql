CREATE TABLE "affiliate_commission_sums" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliate_commission_sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"level" integer NOT NULL,
	"status" text NOT NULL,
	"commissions" integer NOT NULL,
	"amount" bigint NOT NULL
);--> statement-breakpoint
CREATE TABLE "affiliate_commissions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"level" integer NOT NULL,
	"order_label" text NOT NULL,
	"rate" integer NOT NULL,
	"base_amount" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"matures_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"withheld" bigint DEFAULT 0 NOT NULL,
	"transaction_label" text,
	"reversed_at" timestamp (3) with time zone,
	"reason" text,
	"settled_at" timestamp (3) with time zone,
	"taken" bigint DEFAULT 0 NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"reversal_label" text,
	CONSTRAINT "affiliate_commissions_transactionLabel_unique" UNIQUE("transaction_label"),
	CONSTRAINT "affiliate_commissions_reversalLabel_unique" UNIQUE("reversal_label"),
	CONSTRAINT "affiliate_commissions_once" UNIQUE("order_label","level"),
	CONSTRAINT "affiliate_commissions_status" CHECK ("affiliate_commissions"."status" in ('pending', 'paid', 'reversed')),
	CONSTRAINT "affiliate_commissions_level" CHECK ("affiliate_commissions"."level" between 1 and 3),
	CONSTRAINT "affiliate_commissions_not_own" CHECK ("affiliate_commissions"."user_id" <> "affiliate_commissions"."buyer_id"),
	CONSTRAINT "affiliate_commissions_rate" CHECK ("affiliate_commissions"."rate" between 1 and 5000),
	CONSTRAINT "affiliate_commissions_base" CHECK ("affiliate_commissions"."base_amount" between 1 and 1000000000000),
	CONSTRAINT "affiliate_commissions_amount" CHECK ("affiliate_commissions"."amount" > 0 and "affiliate_commissions"."amount" = "affiliate_commissions"."base_amount" * "affiliate_commissions"."rate" / 10000 + ("affiliate_commissions"."base_amount" * "affiliate_commissions"."rate" % 10000 > 5000
        or "affiliate_commissions"."base_amount" * "affiliate_commissions"."rate" % 10000 = 5000 and "affiliate_commissions"."base_amount" * "affiliate_commissions"."rate" / 10000 % 2 = 1)::int),
	CONSTRAINT "affiliate_commissions_matures" CHECK ("affiliate_commissions"."matures_at" > "affiliate_commissions"."created_at"),
	CONSTRAINT "affiliate_commissions_paid" CHECK (("affiliate_commissions"."status" <> 'pending' or "affiliate_commissions"."paid_at" is null) and ("affiliate_commissions"."status" <> 'paid' or "affiliate_commissions"."paid_at" is not null)
        and "affiliate_commissions"."paid_at" >= "affiliate_commissions"."matures_at"),
	CONSTRAINT "affiliate_commissions_withheld" CHECK ("affiliate_commissions"."withheld" between 0 and "affiliate_commissions"."amount" and ("affiliate_commissions"."withheld" = 0 or "affiliate_commissions"."paid_at" is not null)
        and ("affiliate_commissions"."transaction_label" is not null) = ("affiliate_commissions"."paid_at" is not null and "affiliate_commissions"."withheld" < "affiliate_commissions"."amount")),
	CONSTRAINT "affiliate_commissions_reversed" CHECK (("affiliate_commissions"."status" = 'reversed') = ("affiliate_commissions"."reversed_at" is not null) and ("affiliate_commissions"."reversed_at" is null) = ("affiliate_commissions"."reason" is null)
        and ("affiliate_commissions"."reason" in ('refund', 'left')) and ("affiliate_commissions"."settled_at" is null or "affiliate_commissions"."reversed_at" is not null)),
	CONSTRAINT "affiliate_commissions_taken" CHECK ("affiliate_commissions"."taken" >= 0 and "affiliate_commissions"."owed" >= 0 and "affiliate_commissions"."taken" + "affiliate_commissions"."owed" <= "affiliate_commissions"."amount"
        and ("affiliate_commissions"."taken" + "affiliate_commissions"."owed" = 0 or "affiliate_commissions"."settled_at" is not null and "affiliate_commissions"."paid_at" is not null)
        and ("affiliate_commissions"."reversal_label" is not null) = ("affiliate_commissions"."taken" > 0))
);--> statement-breakpoint
CREATE TABLE "affiliate_set_offs" (
	"commission_id" text NOT NULL,
	"reversed_id" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "affiliate_set_offs_commission_id_reversed_id_pk" PRIMARY KEY("commission_id","reversed_id"),
	CONSTRAINT "affiliate_set_offs_amount" CHECK ("affiliate_set_offs"."amount" > 0 and "affiliate_set_offs"."commission_id" <> "affiliate_set_offs"."reversed_id")
);--> statement-breakpoint
ALTER TABLE "affiliate_commission_sums" ADD CONSTRAINT "affiliate_commission_sums_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_commissions" ADD CONSTRAINT "affiliate_commissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_commissions" ADD CONSTRAINT "affiliate_commissions_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_commissions" ADD CONSTRAINT "affiliate_commissions_order_label_wallet_orders_label_fk" FOREIGN KEY ("order_label") REFERENCES "public"."wallet_orders"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_commissions" ADD CONSTRAINT "affiliate_commissions_transaction_label_wallet_transactions_label_fk" FOREIGN KEY ("transaction_label") REFERENCES "public"."wallet_transactions"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_commissions" ADD CONSTRAINT "affiliate_commissions_reversal_label_wallet_transactions_label_fk" FOREIGN KEY ("reversal_label") REFERENCES "public"."wallet_transactions"("label") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_set_offs" ADD CONSTRAINT "affiliate_set_offs_commission_id_affiliate_commissions_id_fk" FOREIGN KEY ("commission_id") REFERENCES "public"."affiliate_commissions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_set_offs" ADD CONSTRAINT "affiliate_set_offs_reversed_id_affiliate_commissions_id_fk" FOREIGN KEY ("reversed_id") REFERENCES "public"."affiliate_commissions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_commission_sums_of_member" ON "affiliate_commission_sums" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "affiliate_commissions_of_member" ON "affiliate_commissions" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "affiliate_commissions_by_filter" ON "affiliate_commissions" USING btree ("user_id","status","level","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "affiliate_commissions_of_buyer" ON "affiliate_commissions" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "affiliate_commissions_due" ON "affiliate_commissions" USING btree ("matures_at") WHERE "affiliate_commissions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "affiliate_commissions_unsettled" ON "affiliate_commissions" USING btree ("user_id") WHERE "affiliate_commissions"."status" = 'reversed' and "affiliate_commissions"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "affiliate_commissions_owed" ON "affiliate_commissions" USING btree ("user_id","reversed_at","id") WHERE "affiliate_commissions"."owed" > 0;--> statement-breakpoint
CREATE INDEX "affiliate_set_offs_of_reversed" ON "affiliate_set_offs" USING btree ("reversed_id");
