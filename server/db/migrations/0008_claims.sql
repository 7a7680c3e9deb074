ALTER TABLE "mails" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "deaths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "origin" jsonb;