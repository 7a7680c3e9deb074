ALTER TABLE "users" ADD COLUMN "mailbox" text;--> statement-breakpoint
CREATE INDEX "users_by_mailbox" ON "users" USING btree ("mailbox");