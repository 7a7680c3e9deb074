ALTER TABLE "users" ALTER COLUMN "wants_ready_mail" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "wants_ready_mail" DROP NOT NULL;