UPDATE "transcriptions" SET "text_sent_at" = "delivered_at" WHERE "text_sent_at" IS NULL AND "delivered_at" IS NOT NULL;--> statement-breakpoint
DROP TABLE "folder_marks" CASCADE;--> statement-breakpoint
ALTER TABLE "transcriptions" DROP COLUMN "delivered_at";
