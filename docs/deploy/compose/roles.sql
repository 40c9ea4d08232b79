-- The role of the servers, which owns nothing; "strongroom store migrate --service-role strongroom" grants it the rows.
\set password `cat /run/secrets/database-service-password`
CREATE ROLE strongroom LOGIN PASSWORD :'password';
