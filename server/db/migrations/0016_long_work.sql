CREATE TABLE "transcription_parts" (
	"transcription_id" text NOT NULL,
	"number" integer NOT NULL,
	"part" jsonb NOT NULL,
	CONSTRAINT "transcription_parts_transcription_id_number_pk" PRIMARY KEY("transcription_id","number")
);
--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "max_audio_seconds" integer;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "seconds_done" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD COLUMN "is_fetched_later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_ready_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "transcription_parts" ADD CONSTRAINT "transcription_parts_transcription_id_transcriptions_id_fk" FOREIGN KEY ("transcription_id") REFERENCES "public"."transcriptions"("id") ON DELETE cascade ON UPDATE no action;