CREATE TABLE "translation_requests" (
	"transcription_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"error_code" text,
	"origin" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "correction" jsonb;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_requests" ADD CONSTRAINT "translation_requests_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;