ALTER TABLE "magic_links" ADD COLUMN "code_hash" text;--> statement-breakpoint
ALTER TABLE "magic_links" ADD COLUMN "code_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sealed_code" text;