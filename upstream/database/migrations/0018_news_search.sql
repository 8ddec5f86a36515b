DROP INDEX "news_posts_search";--> statement-breakpoint
CREATE INDEX "news_posts_search_en" ON "news_posts" USING gin ("search") WHERE "news_posts"."shown_en" and "news_posts"."language" = 'en';--> statement-breakpoint
CREATE INDEX "news_posts_search_de" ON "news_posts" USING gin ("search") WHERE "news_posts"."shown_de" and "news_posts"."language" = 'de';--> statement-breakpoint
CREATE INDEX "news_posts_search_de_in_en" ON "news_posts" USING gin ("search") WHERE "news_posts"."shown_en" and "news_posts"."language" = 'de';--> statement-breakpoint
CREATE INDEX "news_posts_search_en_in_de" ON "news_posts" USING gin ("search") WHERE "news_posts"."shown_de" and "news_posts"."language" = 'en';