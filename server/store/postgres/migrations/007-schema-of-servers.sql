-- The last step of the schema that a server knows, so that nothing is taken away which it uses; 0 of earlier versions.
ALTER TABLE servers ADD COLUMN known_schema integer NOT NULL DEFAULT 0;
