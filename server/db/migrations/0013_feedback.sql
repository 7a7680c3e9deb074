ALTER TABLE "transcriptions" ADD COLUMN "was_right" boolean;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "review" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "may_teach" boolean;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "may_teach_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "speaker" integer;