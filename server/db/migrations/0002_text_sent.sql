ALTER TABLE "transcriptions" ADD COLUMN "text_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
UPDATE "transcriptions" SET "text_sent_at" = "delivered_at", "acknowledged_at" = "delivered_at" WHERE "delivered_at" IS NOT NULL;